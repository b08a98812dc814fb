import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service?.stop());

let rolesMade = 0;
async function userWith(...permissions: string[]): Promise<Client> {
  rolesMade += 1;
  const code = `further_${rolesMade}`;
  const { status, body } = await owner.call('POST', '/roles', {
    ...{ code, name: code },
    permissions: ['event:read', ...permissions].map((one) => {
      const [permission, scope = 'org'] = one.split('@');
      return { permission, scopes: [scope] };
    }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return service.newUser(owner, [code]);
}

/** The number of events of a type about a record, in the list, by its total, and in the history. */
async function seenBy(by: Client, type: string, id: number): Promise<number[]> {
  const list = (await by.call('GET', `/events?event_type=${type}&limit=100`)).body;
  const ofAggregate = (await by.call('GET', `/events?aggregate_type=${type.split('.')[0]}&limit=100`)).body;
  const history = (await by.call('GET', `/events/${type.split('.')[0]}/${id}`)).body;
  expect(list.total).toBe(list.data.length);
  const counts = [list, ofAggregate, history].map(
    ({ data = [] }) => data.filter((one: any) => one.event_type === type && one.aggregate_id === id).length,
  );
  expect(new Set(counts).size, JSON.stringify(counts)).toBe(1);
  return [...new Set(counts)];
}

const link = async (employee: number, { user }: Client) =>
  (await owner.call('POST', `/employees/${employee}/link-user`, { user_id: user.id })).status;

const isCatalogued = async (by: Client, type: string) => {
  const { data } = (await by.call('GET', '/event-types')).body;
  return data.some((one: any) => one.event_type === type);
};

describe('events of changes of employees', () => {
  const type = 'employee.change_scheduled';

  /** An employee with a report; a change of each is scheduled. */
  async function scheduledChanges() {
    const boss = await people.hire({});
    const report = await people.hire({ manager_id: boss.id });
    for (const { id } of [boss, report]) {
      const change = await people.requestChange(id, 'fte', day(30), { fte: '0.5' });
      expect([change.status, change.body.state]).toEqual([201, 'scheduled']);
    }
    return { boss, report };
  }

  it('are hidden from users who may read employees but not their changes', async () => {
    const { boss } = await scheduledChanges();
    const viewer = await service.newUser(owner, ['viewer']);
    expect(await seenBy(viewer, type, boss.id)).toEqual([0]);
    expect(await seenBy(viewer, 'employee.post_create', boss.id)).toEqual([1]);
    expect(await seenBy(await service.newUser(owner, ['hr']), type, boss.id)).toEqual([1]);
    expect([await isCatalogued(viewer, type), await isCatalogued(owner, type)]).toEqual([false, true]);
  });

  it('are visible within the scope of the permission on changes', async () => {
    const { boss, report } = await scheduledChanges();
    const manager = await service.newUser(owner, ['employee']);
    expect(await link(boss.id, manager)).toBe(200);
    const seen = async (by: Client) => [
      ...(await seenBy(by, type, boss.id)),
      ...(await seenBy(by, type, report.id)),
    ];
    expect(await seen(manager)).toEqual([1, 1]);
    const employee = await service.newUser(owner, ['employee']);
    expect(await seen(employee)).toEqual([0, 0]);
    expect(await link(report.id, employee)).toBe(200);
    expect(await seen(employee)).toEqual([0, 1]);
  });

  it('require both permissions in their scopes', async () => {
    const { boss, report } = await scheduledChanges();
    // Without reports of their own, so that they do not get the built-in manager role.
    const by = await userWith('employee:read@reports', 'employee_change:read@own');
    expect(await link(report.id, by)).toBe(200);
    expect([await seenBy(by, type, boss.id), await seenBy(by, type, report.id)]).toEqual([[0], [0]]);
    const both = await userWith('employee:read@own', 'employee_change:read@own');
    const { id } = await people.hire({});
    expect(await link(id, both)).toBe(200);
    expect((await people.requestChange(id, 'fte', day(30), { fte: '0.5' })).status).toBe(201);
    expect(await seenBy(both, type, id)).toEqual([1]);
    const changesOnly = await userWith('employee_change:read');
    const { body } = await changesOnly.call('GET', `/events?event_type=${type}`);
    expect(body.total).toBe(0);
  });
});

it('hides events of comments from users who may not read comments', async () => {
  const { id } = (await owner.call('POST', '/tasks', { title: 'Discussed' })).body;
  expect((await owner.call('POST', `/tasks/${id}/comments`, { body: 'Secret' })).status).toBe(201);
  const type = 'task.comment.created';
  expect(await seenBy(await userWith('task:read'), type, id)).toEqual([0]);
  expect(await seenBy(await userWith('task:read', 'task_comment:read@own'), type, id)).toEqual([0]);
  expect(await seenBy(await userWith('task:read', 'task_comment:read'), type, id)).toEqual([1]);
});

it('hides changed settings from users who may not read settings', async () => {
  const { org_id } = owner.user;
  const changed = await owner.call('PATCH', `/organizations/${org_id}/settings`, {
    security: { password_max_age_days: 300 },
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const type = 'organization.setting_changed';
  expect(await seenBy(await userWith('organization:read'), type, org_id)).toEqual([0]);
  expect(
    await seenBy(await userWith('organization:read', 'organization_setting:read'), type, org_id),
  ).toEqual([1]);
});
