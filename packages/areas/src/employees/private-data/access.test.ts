import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let ada: Client;
let id: number;
let path: string;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  ada = await service.newUser(owner, ['employee']);
  id = (await peopleOf(owner).hire({ user_id: ada.user.id })).id;
  path = `/employees/${id}/private`;
});

const rowsOf = (of: number) =>
  service.rows(sql`select id from employee_private where org_id = ${owner.user.org_id} and id = ${of}`);
const patch = (by: Client, body: object) => by.call('PATCH', path, body);

describe('access', () => {
  it('is denied to managers, viewers and auditors', async () => {
    for (const role of ['manager', 'viewer', 'auditor']) {
      const by = await service.newUser(owner, [role]);
      const { result, ...left } = await recordedBy(service, owner.user.org_id, () => by.call('GET', path));
      expect([role, result.status]).toEqual([role, 403]);
      expect(left).toEqual(onlyDenial('read', 'employee_private'));
      expect((await patch(by, { birth_date: null })).status).toBe(403);
    }
  });

  it('ends at the team of a grant for hr', async () => {
    const people = peopleOf(owner);
    const team_id = (await people.team('Squad')).id;
    const mate = (await people.hire({ team_id })).id;
    const by = await service.newUser(owner, ['viewer']);
    const roles = (await owner.call('GET', '/roles?limit=100')).body.data;
    const role_id = roles.find(({ code }: { code: string }) => code === 'hr').id;
    const grant = { user_id: by.user.id, role_id, scope: 'team', team_id };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    const statuses = async (employee: number) => [
      (await by.call('GET', `/employees/${employee}/private`)).status,
      (await by.call('PATCH', `/employees/${employee}/private`, { national_id: 'A1' })).status,
    ];
    expect([await statuses(mate), await statuses(id)]).toEqual([
      [200, 200],
      [404, 404],
    ]);
  });

  it('to change data requires the right to read it, because the response shows it', async () => {
    const newRole = async (code: string, permission: string) => {
      const permissions = [{ permission, scopes: ['org'] }];
      await owner.call('POST', '/roles', { code, name: code, permissions });
      return service.newUser(owner, [code]);
    };
    const writer = await newRole('writer', 'employee_private:update');
    expect((await patch(writer, { national_id: 'A1' })).status).toBe(404);
    const reader = await newRole('reader', 'employee_private:read');
    expect((await patch(reader, { national_id: 'A1' })).status).toBe(403);
  });

  it('ends at the organization, and when the employee is deleted', async () => {
    const other = await service.newOrganization();
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await other.call('PATCH', path, { national_id: 'A1' })).status).toBe(404);
    const { id: deleted } = await peopleOf(owner).hire();
    await owner.call('PATCH', `/employees/${deleted}/private`, { national_id: 'A1' });
    await owner.call('DELETE', `/employees/${deleted}`);
    expect((await owner.call('GET', `/employees/${deleted}/private`)).status).toBe(404);
    await owner.call('POST', `/employees/${deleted}/restore`, {});
    expect((await owner.call('GET', `/employees/${deleted}/private`)).body.national_id).toBe('A1');
  });

  it('lets hr delete the data, also that of a deleted employee, but not administrators or readers', async () => {
    const hr = await service.newUser(owner, ['hr']);
    const admin = await service.newUser(owner, ['admin']);
    const permissions = [{ permission: 'employee_private:read', scopes: ['org'] }];
    await owner.call('POST', '/roles', { code: 'reader', name: 'Reader', permissions });
    const reader = await service.newUser(owner, ['reader']);
    const { id: hired } = await peopleOf(owner).hire();
    const erase = (by: Client) =>
      recordedBy(service, owner.user.org_id, () => by.call('DELETE', `/employees/${hired}/private`));
    await owner.call('PATCH', `/employees/${hired}/private`, { national_id: 'A1' });
    expect([(await erase(reader)).result.status, (await erase(admin)).result.status]).toEqual([403, 404]);
    await owner.call('DELETE', `/employees/${hired}`);
    expect([(await erase(reader)).result.status, (await erase(admin)).result.status]).toEqual([403, 404]);
    const { result, events, audit, outbox } = await erase(hr);
    expect([result.status, events, outbox]).toEqual([204, [`employee_private.post_update ${hired}`], 1]);
    expect(audit).toMatchObject([{ action: 'update', resource: 'employee_private', record_id: hired }]);
    expect(await rowsOf(hired)).toEqual([]);
    expect(await erase(hr)).toMatchObject({ result: { status: 204 }, events: [], audit: [] });
    expect((await owner.call('POST', `/employees/${hired}/restore`, {})).status).toBe(200);
    expect((await hr.call('GET', `/employees/${hired}/private`)).body.national_id).toBeNull();
    const other = await service.newOrganization();
    expect((await other.call('DELETE', path)).status).toBe(404);
  });

  it('shows events only to the employee', async () => {
    const hr = await service.newUser(owner, ['hr']);
    await patch(hr, { national_id: 'A1' });
    const list = async (by: Client) =>
      (await by.call('GET', '/events?aggregate_type=employee_private')).body.data?.length ?? 0;
    const [viewer, colleague] = [
      await service.newUser(owner, ['viewer']),
      await service.newUser(owner, ['employee']),
    ];
    expect([await list(hr), await list(ada), await list(viewer), await list(colleague)]).toEqual([
      0, 1, 0, 0,
    ]);
  });

  it('lets administrators grant the role employee and send all events, without the data of others', async () => {
    const admin = await service.newUser(owner, ['admin']);
    const endpoint = { url: 'https://receiver.example.com/hook', event_types: [] };
    expect((await admin.call('POST', '/webhooks', endpoint)).status).toBe(201);
    const { data } = (await admin.call('GET', '/roles?is_builtin=true')).body;
    const { id: role_id } = data.find((one: any) => one.code === 'employee');
    const viewer = await service.newUser(owner, ['viewer']);
    const grant = { user_id: viewer.user.id, role_id };
    expect((await admin.call('POST', '/grants', grant)).status).toBe(201);
    expect((await admin.call('GET', path)).status).toBe(404);
    expect((await patch(admin, { birth_date: null })).status).toBe(404);
  });

  describe('by a link of a user to the employee', () => {
    const hire = async (data?: object) => {
      const { id: hired } = await peopleOf(owner).hire();
      if (data) await owner.call('PATCH', `/employees/${hired}/private`, data);
      return hired;
    };
    const invitation = (employee_id: number) => ({
      email: `guest.${employee_id}@example.com`,
      ...{ first_name: 'A', last_name: 'Guest', employee_id },
    });

    it('is denied to administrators, who may not read the data, and leaves nothing', async () => {
      const admin = await service.newUser(owner, ['admin']);
      const hired = await hire({ national_id: 'A1' });
      const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
        admin.call('POST', '/users/invite', invitation(hired)),
      );
      expect([result.status, result.body.error]).toEqual([
        403,
        'Requires employee_private:read on the employee, which the linked user may get by a role',
      ]);
      expect(left.events).toEqual([]);
      expect((await owner.call('GET', `/employees/${hired}`)).body.user_id).toBeNull();
      expect((await admin.call('POST', '/users/invite', invitation(await hire()))).status).toBe(201);
    });

    it('is possible for hr, who may read the data', async () => {
      const hr = await service.newUser(owner, ['hr']);
      const { user } = await service.newUser(owner, ['employee']);
      const path = `/employees/${await hire({ national_id: 'A1' })}/link-user`;
      expect((await hr.call('POST', path, { user_id: user.id })).status).toBe(200);
    });

    it('requires the right to read the changes of the employee', async () => {
      const permissions = ['employee:manage', 'user:manage'].map((permission) => ({
        permission,
        scopes: ['org'],
      }));
      const role = { code: 'linker', name: 'Linker', permissions };
      expect((await owner.call('POST', '/roles', role)).status).toBe(201);
      const by = await service.newUser(owner, ['linker']);
      const hired = await hire();
      const link = await by.call('POST', `/employees/${hired}/link-user`, { user_id: by.user.id });
      expect([link.status, link.body.error]).toEqual([403, expect.stringContaining('employee_change:read')]);
      expect((await by.call('POST', '/users/invite', invitation(hired))).status).toBe(403);
    });
  });
});
