import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;
let hr: Client;
let admin: Client;
let counter = 0;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  hr = await service.newUser(owner, ['hr']);
  admin = await service.newUser(owner, ['admin']);
});
afterAll(() => service.stop());

const findRole = async (code: string): Promise<number> =>
  (await owner.call('GET', '/roles')).body.data.find((role: { code: string }) => role.code === code).id;
const named = () => {
  counter += 1;
  return { title: `Chair ${counter}`, code: `C-${counter}`, status: 'open' };
};
const createSeat = async (role: string) => {
  const body = { ...named(), default_role_id: await findRole(role) };
  return (await owner.call('POST', '/positions', body)).body;
};
async function createEmployee() {
  const client = await service.newUser(owner, ['employee']);
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01' };
  const user_id = client.user.id;
  const { id } = (await owner.call('POST', '/employees', { ...person, user_id })).body;
  return { id: id as number, user_id, client };
}
const assign = (by: Client, employee_id: number, position_id: number, effective_date: string) =>
  by.call('POST', `/employees/${employee_id}/changes`, {
    ...{ effective_date, kind: 'position', set: { position_id } },
  });
const listRoles = async (user_id: number): Promise<string[]> =>
  (await owner.call('GET', `/grants?user_id=${user_id}`)).body.data.map(
    (grant: { role_code: string }) => grant.role_code,
  );

describe('setting the default role of a position', () => {
  it('requires the authority to grant the role to any user', async () => {
    const { id } = (await owner.call('POST', '/positions', named())).body;
    const default_role_id = await findRole('admin');
    for (const [attempt, denial] of [
      [
        () => hr.call('POST', '/positions', { ...named(), default_role_id }),
        onlyDenial('create', 'position'),
      ],
      [() => hr.call('PATCH', `/positions/${id}`, { default_role_id }), onlyDenial('update', 'position', id)],
    ] as const) {
      const { result, ...left } = await recordedBy(service, org_id, attempt);
      expect(result.status).toBe(403);
      expect(left).toEqual(denial);
    }
    expect((await owner.call('GET', `/positions/${id}`)).body.default_role_id).toBeNull();
    expect((await admin.call('PATCH', `/positions/${id}`, { default_role_id })).status).toBe(200);
  });

  it('cannot be done with an API key, which cannot create grants', async () => {
    const { body: key } = await owner.call('POST', '/api-keys', { name: 'Positions' });
    const byKey = createTestClient(service.url, { access_token: key.key, user: owner.user });
    const body = { ...named(), default_role_id: await findRole('viewer') };
    expect((await byKey.call('POST', '/positions', body)).status).toBe(403);
  });

  it('rejects a role that the caller cannot read, as one that does not exist', async () => {
    const body = {
      code: 'seats',
      name: 'Seats',
      permissions: [{ permission: 'position:manage', scopes: ['org'] }],
    };
    await owner.call('POST', '/roles', body);
    const seats = await service.newUser(owner, ['seats']);
    for (const default_role_id of [await findRole('viewer'), 999_999]) {
      const { status, body } = await seats.call('POST', '/positions', { ...named(), default_role_id });
      expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['default_role_id']]);
    }
  });

  it('is not needed to change other fields, to keep the role or to remove it', async () => {
    const { id, default_role_id } = await createSeat('admin');
    const patch = (body: object) => hr.call('PATCH', `/positions/${id}`, body);
    expect((await patch({ title: 'Renamed', default_role_id })).status).toBe(200);
    expect((await patch({ default_role_id: null })).body.default_role_id).toBeNull();
    const { result, ...left } = await recordedBy(service, org_id, () => patch({ default_role_id }));
    expect([result.status, left]).toEqual([403, onlyDenial('update', 'position', id)]);
  });
});

describe('deleting the role of a position', () => {
  it('replaces it by a role that ends with the position, too', async () => {
    const body = {
      code: 'seated',
      name: 'Seated',
      permissions: [{ permission: 'team:read', scopes: ['org'] }],
    };
    const role = (await owner.call('POST', '/roles', body)).body;
    const seat = (await owner.call('POST', '/positions', { ...named(), default_role_id: role.id })).body;
    const [seated, both] = [await createEmployee(), await createEmployee()];
    const auditor = await findRole('auditor');
    const manual = { user_id: both.user_id, role_id: auditor, scope: 'role' };
    expect((await owner.call('POST', '/grants', manual)).status).toBe(201);
    for (const { id } of [seated, both]) await assign(owner, id, seat.id, '2024-02-01');
    const { result, events } = await recordedBy(service, org_id, () =>
      owner.call('DELETE', `/roles/${role.id}?reassign_to=${auditor}`),
    );
    expect([result.status, events.map((event) => event.split(' ')[0])]).toEqual([
      204,
      ['grant.post_archive', 'grant.post_archive', 'grant.post_create', 'role.post_archive'],
    ]);
    expect(await listRoles(seated.user_id)).toEqual(['employee', 'auditor']);
    const plain = (await owner.call('POST', '/positions', named())).body;
    for (const { id } of [seated, both]) await assign(owner, id, plain.id, '2024-03-01');
    expect(await listRoles(seated.user_id)).toEqual(['employee']);
    expect(await listRoles(both.user_id)).toEqual(['employee', 'auditor']);
  });
});

describe('assigning a position', () => {
  const comesWith = (code: string) => [`Position ${code} comes with the role "Administrator" (admin)`];
  const cannotGrant = (code: string) => [
    `Position ${code} comes with the role "Administrator" (admin), which is not granted, because you cannot grant it`,
  ];

  it('returns which role comes with it', async () => {
    const seat = await createSeat('admin');
    const { id, user_id } = await createEmployee();
    const changed = await assign(owner, id, seat.id, '2024-02-01');
    expect([changed.status, changed.body.warnings]).toEqual([201, comesWith(seat.code)]);
    expect(await listRoles(user_id)).toEqual(['employee', 'admin']);
    const plain = (await owner.call('POST', '/positions', named())).body;
    expect((await assign(owner, id, plain.id, '2024-03-01')).body).not.toHaveProperty('warnings');
    expect(await listRoles(user_id)).toEqual(['employee']);
  });

  it('returns it for a hire, an approval, a rehire and a link too', async () => {
    const seat = await createSeat('admin');
    const position_id = seat.id;
    const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01' };
    const hired = await owner.call('POST', '/employees', { ...person, position_id });
    expect([hired.status, hired.body.warnings]).toEqual([201, comesWith(seat.code)]);
    const { id } = hired.body;
    const { user } = await service.newUser(owner, ['employee']);
    const linked = await owner.call('POST', `/employees/${id}/link-user`, { user_id: user.id });
    expect([linked.status, linked.body.warnings]).toEqual([200, comesWith(seat.code)]);
    const end = { end_date: '2024-05-01', reason_code: 'resigned' };
    expect((await owner.call('POST', `/employees/${id}/terminate`, end)).status).toBe(200);
    const rehired = await owner.call('POST', `/employees/${id}/rehire`, {
      ...{ hire_date: '2024-06-01', position_id },
    });
    expect([rehired.status, rehired.body.warnings]).toEqual([200, comesWith(seat.code)]);

    const manager = await createEmployee();
    const report = { first_name: 'Bo', last_name: 'M', hire_date: '2024-01-01', manager_id: manager.id };
    const { body } = await owner.call('POST', '/employees', report);
    const proposal = await assign(manager.client, body.id, position_id, '2024-02-01');
    expect([proposal.body.state, proposal.body.warnings]).toEqual(['proposed', cannotGrant(seat.code)]);
    const path = `/employees/${body.id}/changes/${proposal.body.id}/approve`;
    const approved = await owner.call('POST', path);
    expect([approved.status, approved.body.warnings]).toEqual([200, comesWith(seat.code)]);
  });

  it('says that the role is not granted by those who cannot grant it', async () => {
    const seat = await createSeat('admin');
    const { id, user_id } = await createEmployee();
    const changed = await assign(hr, id, seat.id, '2024-02-01');
    expect([changed.status, changed.body.warnings]).toEqual([201, cannotGrant(seat.code)]);
    expect(await listRoles(user_id)).toEqual(['employee']);
  });
});
