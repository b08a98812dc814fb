import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let org_id: number;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const rehire = (id: number, hire_date: string, by = owner) =>
  by.call('POST', `/employees/${id}/rehire`, { hire_date });
const statusOf = async (user: { id: number }) => (await people.get(`/users/${user.id}`)).status;
/** A former employee with a deactivated user. */
const leaver = async (roles = ['employee']) => {
  const client = await service.newUser(owner, roles);
  const { id } = await people.hire({ user_id: client.user.id });
  expect((await people.terminate(id, '2024-06-01')).status).toBe(200);
  expect(await statusOf(client.user)).toBe('deactivated');
  return { id, user: client.user };
};

describe('the user of a rehired employee', () => {
  it('is reactivated on the hire date, immediately or later', async () => {
    const [now, then] = [await leaver(), await leaver()];
    const { events, audit } = await recordedBy(service, org_id, () => rehire(now.id, '2025-01-01'));
    expect(events).toContain(`user.activated ${now.user.id}`);
    expect(audit).toContainEqual(expect.objectContaining({ action: 'reactivate', record_id: now.user.id }));
    expect(await statusOf(now.user)).toBe('active');
    expect((await rehire(then.id, day(5))).body.change.state).toBe('scheduled');
    expect(await statusOf(then.user)).toBe('deactivated');
    await runDueChangesAt(service, org_id, `${day(6)}T12:00:00Z`);
    expect(await statusOf(then.user)).toBe('active');
  });

  it('stays deactivated if an administrator deactivated it', async () => {
    const { id, user } = await leaver();
    await owner.call('POST', `/users/${user.id}/reactivate`, {});
    await owner.call('POST', `/users/${user.id}/deactivate`, {});
    expect((await rehire(id, '2025-01-01')).status).toBe(200);
    expect(await statusOf(user)).toBe('deactivated');
    const client = await service.newUser(owner, ['employee']);
    const other = await people.hire({ user_id: client.user.id });
    await owner.call('POST', `/users/${client.user.id}/deactivate`, {});
    await people.terminate(other.id, '2024-06-01');
    await rehire(other.id, '2025-01-01');
    expect(await statusOf(client.user)).toBe('deactivated');
  });

  it('stays deactivated if an administrator deactivated it after the termination', async () => {
    const { id, user } = await leaver();
    const deactivate = () => owner.call('POST', `/users/${user.id}/deactivate`, {});
    const reader = await service.newUser(owner, ['hr']);
    const leftFor = async (by: Client) => (await by.call('GET', `/users/${user.id}`)).body.left_as_employee;
    expect([await leftFor(owner), await leftFor(reader)]).toEqual([true, null]);
    const { result, events, audit, outbox } = await recordedBy(service, org_id, deactivate);
    expect([result.status, result.body.status, events, outbox]).toEqual([
      ...[200, 'deactivated', [`user.post_update ${user.id}`], 1],
    ]);
    expect(await leftFor(owner)).toBe(false);
    expect(audit).toMatchObject([{ action: 'deactivate', resource: 'user', record_id: user.id }]);
    const { result: again, ...left } = await recordedBy(service, org_id, deactivate);
    expect([again.status, again.body.details.fieldErrors, left]).toEqual([
      ...[422, { id: ['Is already deactivated'] }, nothing],
    ]);
    const rehired = await rehire(id, '2025-01-01');
    expect([rehired.status, rehired.body.warnings]).toEqual([200, undefined]);
    expect(await statusOf(user)).toBe('deactivated');
  });

  it.each(['owner', 'auditor', 'manager'])(
    'stays deactivated, with a warning, if it has the role %s, which the caller could not give',
    async (role) => {
      const [now, then] = [await leaver([role]), await leaver([role])];
      const hr = await service.newUser(owner, ['hr']);
      const { result, events } = await recordedBy(service, org_id, () => rehire(now.id, '2025-01-01', hr));
      expect(result.status).toBe(200);
      expect(result.body.warnings).toEqual([expect.stringMatching(/^The user was not reactivated: /)]);
      expect(events.filter((event) => event.startsWith('user.'))).toEqual([]);
      expect((await rehire(then.id, day(5), hr)).status).toBe(200);
      const { notes } = await runDueChangesAt(service, org_id, `${day(6)}T12:00:00Z`);
      expect(notes.join()).toContain('The user was not reactivated');
      expect([await statusOf(now.user), await statusOf(then.user)]).toEqual(['deactivated', 'deactivated']);
    },
  );

  it('is reactivated by a caller who could give its roles, apart from the default role, or who may reactivate users', async () => {
    const hr = await service.newUser(owner, ['hr']);
    const admin = await service.newUser(owner, ['admin', 'hr']);
    for (const [by, roles] of [
      [hr, ['employee']],
      [hr, ['employee', 'viewer']],
      [hr, []],
      [admin, ['auditor']],
    ] as const) {
      const { id, user } = await leaver([...roles]);
      const rehired = await rehire(id, '2025-01-01', by);
      expect([roles, rehired.status, rehired.body.warnings]).toEqual([roles, 200, undefined]);
      expect([roles, await statusOf(user)]).toEqual([roles, 'active']);
    }
  });

  it('stays deactivated if the author is deactivated, or may not reactivate it with the API key, which is revoked', async () => {
    const [gone, hr] = [await service.newUser(owner, ['hr']), await service.newUser(owner, ['hr'])];
    const permissions = ['employee:manage', 'employee_change:create'];
    const keyOf = async (user: Client) => {
      const { id, key } = (await user.call('POST', '/api-keys', { name: 'Rehires', permissions })).body;
      return { id, client: createTestClient(service.url, { access_token: key, user: user.user }) };
    };
    const keys = [await keyOf(hr), await keyOf(owner)] as const;
    const [one, other, auditor] = [await leaver(), await leaver(['owner']), await leaver(['auditor'])];
    expect((await rehire(one.id, day(5), gone)).body.change.state).toBe('scheduled');
    expect((await rehire(other.id, day(5), keys[0].client)).body.change.state).toBe('scheduled');
    // The owner may reactivate the auditor, but not with this key.
    expect((await rehire(auditor.id, day(5), keys[1].client)).body.change.state).toBe('scheduled');
    expect((await owner.call('POST', `/users/${gone.user.id}/deactivate`, {})).status).toBe(200);
    expect((await hr.call('DELETE', `/api-keys/${keys[0].id}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/api-keys/${keys[1].id}`)).status).toBe(204);
    const { notes } = await runDueChangesAt(service, org_id, `${day(6)}T12:00:00Z`);
    expect(notes.filter((note) => note.includes('The user was not reactivated'))).toHaveLength(3);
    const users = [one.user, other.user, auditor.user];
    expect(await Promise.all(users.map(statusOf))).toEqual(users.map(() => 'deactivated'));
  });

  it('stays deactivated if its role starts later, or lasts longer than the permissions of the caller', async () => {
    const hr = await service.newUser(owner, ['hr']);
    const roles = (await owner.call('GET', '/roles?limit=100')).body.data;
    const idOf = (code: string) => roles.find((role: { code: string }) => role.code === code).id;
    const { id, user } = await leaver([]);
    const grant = { user_id: user.id, role_id: idOf('auditor'), starts_at: `${day(30)}T00:00:00Z` };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    expect((await rehire(id, '2025-01-01', hr)).body.warnings).toHaveLength(1);
    const brief = await service.newUser(owner, ['hr']);
    const until = { user_id: brief.user.id, role_id: idOf('auditor'), ends_at: `${day(2)}T00:00:00Z` };
    expect((await owner.call('POST', '/grants', until)).status).toBe(201);
    const other = await leaver(['auditor']);
    expect((await rehire(other.id, '2025-01-01', brief)).body.warnings).toHaveLength(1);
    expect([await statusOf(user), await statusOf(other.user)]).toEqual(['deactivated', 'deactivated']);
  });
});

describe('original_hire_date and end_date', () => {
  it('follows a correction of the first hire after a rehire', async () => {
    const { id } = await people.hire({ hire_date: '2020-01-01' });
    await people.terminate(id, '2024-06-01');
    await rehire(id, '2025-01-01');
    expect((await people.employee(id)).original_hire_date).toBe('2020-01-01');
    const hire = (await people.changes(id)).find((one: any) => one.kind === 'hire');
    await people.change(id, 'correction', '2019-05-05', {}, { corrects_id: hire.id });
    expect(await people.employee(id)).toMatchObject({
      hire_date: '2025-01-01',
      original_hire_date: '2019-05-05',
    });
    expect((await people.employee(id, '2025-06-01')).original_hire_date).toBe('2019-05-05');
    expect((await people.employee(id, '2022-01-01')).original_hire_date).toBeNull();
  });

  it('rejects a correction that moves the hire past the end date', async () => {
    const { id } = await people.hire({ hire_date: '2020-01-01', end_date: '2020-06-30' });
    const [hire] = await people.changes(id);
    const { result, events } = await recordedBy(service, org_id, () =>
      people.requestChange(id, 'correction', '2020-07-01', {}, { corrects_id: hire.id }),
    );
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['effective_date']]);
    expect(events).toEqual([]);
    const both = await people.requestChange(
      id,
      'correction',
      '2020-07-01',
      { end_date: null },
      { corrects_id: hire.id },
    );
    expect(both.status).toBe(201);
  });
});

it('accepts a past status change in a period whose manager has been deleted', async () => {
  const [old, now] = [await people.hire(), await people.hire()];
  const { id } = await people.hire({ manager_id: old.id });
  await people.change(id, 'manager', '2024-01-01', { manager_id: now.id });
  expect((await owner.call('DELETE', `/employees/${old.id}`)).status).toBe(204);
  const back = await people.requestChange(id, 'status', '2023-01-01', { status: 'on_leave' });
  expect(back.status).toBe(201);
  expect((await people.employee(id)).manager_id).toBe(now.id);
});

it('terminate lists at most 100 open tasks that the caller can read, and counts the rest', async () => {
  const { id } = await people.hire();
  const created = Array.from({ length: 103 }, (_, n) =>
    owner.call('POST', '/tasks', { title: `Task ${n}`, assigned_employee_id: id }),
  );
  const ids = (await Promise.all(created)).map((one) => one.body.id).toSorted((a, b) => a - b);
  await owner.call('POST', '/roles', {
    code: 'people',
    name: 'People',
    permissions: [{ permission: 'employee:manage', scopes: ['org'] }],
  });
  const blind = await service.newUser(owner, ['people']);
  const seen = await peopleOf(blind).terminate(id, day(20));
  expect(seen.body.owned).toMatchObject({ tasks: [], more_tasks: 0 });
  await people.cancel(id, seen.body.change.id);
  const all = await people.terminate(id, day(20));
  expect(all.body.owned).toMatchObject({ tasks: ids.slice(0, 100), more_tasks: 3 });
});
