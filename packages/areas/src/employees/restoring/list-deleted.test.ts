import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const begin = async () => {
  owner = await service.newOrganization();
  people = peopleOf(owner);
};
const deleted = async (fields: object): Promise<number> => {
  const { id } = await people.hire(fields);
  expect((await owner.call('DELETE', `/employees/${id}`)).status).toBe(204);
  return id;
};
const list = async (query = '', by = owner): Promise<number[]> => {
  const { status, body } = await by.call('GET', `/employees?deleted=true${query}`);
  expect([status, body.total]).toEqual([200, body.data.length]);
  return body.data.map((one: { id: number }) => one.id);
};
const roleWith = async (code: string, scope: string) => {
  const permissions = [
    { permission: 'employee:read', scopes: ['org'] },
    { permission: 'employee:manage', scopes: [scope] },
  ];
  expect((await owner.call('POST', '/roles', { code, name: code, permissions })).status).toBe(201);
};

it('lists deleted employees instead of live ones, with the filters and orders of the list', async () => {
  await begin();
  const team = await people.team('Home');
  const zuse = await deleted({ last_name: 'Zuse', team_id: team.id });
  const noether = await deleted({ last_name: 'Noether', status: 'on_leave' });
  const live = await people.hire({ last_name: 'Live', team_id: team.id });
  expect(await list()).toEqual([noether, zuse]);
  expect(await list('&sort=-name')).toEqual([zuse, noether]);
  expect(await list('&q=ZUS')).toEqual([zuse]);
  expect(await list('&status=on_leave')).toEqual([noether]);
  expect(await list(`&team_id=${team.id}`)).toEqual([zuse]);
  const { body } = await owner.call('GET', '/employees?deleted=true&limit=1&offset=1');
  expect(body).toMatchObject({ total: 2, data: [{ id: zuse, deleted_at: expect.any(String) }] });
  const { data } = (await owner.call('GET', `/employees?deleted=false&team_id=${team.id}`)).body;
  expect(data).toMatchObject([{ id: live.id }]);
  const onDay = await owner.call('GET', '/employees?deleted=true&as_of=2024-01-01');
  expect(statusAndFields(onDay)).toEqual([422, ['as_of']]);
});

it('requires employee:manage', async () => {
  await begin();
  const id = await deleted({});
  for (const role of ['admin', 'manager', 'employee']) {
    const by = await service.newUser(owner, [role]);
    expect([role, (await by.call('GET', '/employees?deleted=true')).status]).toEqual([role, 403]);
  }
  expect(await list('', await service.newUser(owner, ['hr']))).toEqual([id]);
  expect(await list('', await service.newOrganization())).toEqual([]);
});

it('lists and restores those of the former team or manager for callers with these scopes', async () => {
  await begin();
  await roleWith('team_hr', 'team');
  await roleWith('reports_hr', 'reports');
  const [home, other] = [await people.team('Home'), await people.team('Other')];
  const [lead, boss] = [
    await service.newUser(owner, ['team_hr']),
    await service.newUser(owner, ['reports_hr']),
  ];
  await people.hire({ user_id: lead.user.id, team_id: home.id });
  const { id: manager_id } = await people.hire({ user_id: boss.user.id });
  const between = await people.hire({ manager_id });
  const member = await deleted({ team_id: home.id });
  const direct = await deleted({ manager_id });
  const indirect = await deleted({ manager_id: between.id });
  const outsider = await deleted({ team_id: other.id, manager_id: (await people.hire()).id });
  const sorted = (ids: number[]) => ids.toSorted((one, two) => one - two);
  expect(sorted(await list('', lead))).toEqual([member]);
  expect(sorted(await list('', boss))).toEqual(sorted([direct, indirect]));
  const restore = (id: number, by: Client, body?: object) =>
    by.call('POST', `/employees/${id}/restore`, body);
  for (const by of [lead, boss]) {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => restore(outsider, by));
    expect([result.status, left]).toEqual([404, nothing]);
  }
  const moveAway = () =>
    recordedBy(service, owner.user.org_id, () => restore(member, lead, { team_id: other.id }));
  const hidden = await moveAway();
  expect([hidden.result.status, hidden.events]).toEqual([422, []]);
  expect(hidden.result.body.details.fieldErrors).toEqual({ team_id: ['Does not exist'] });
  const [viewer] = (await owner.call('GET', '/roles?q=viewer')).body.data;
  const granted = await owner.call('POST', '/grants', { user_id: lead.user.id, role_id: viewer.id });
  expect(granted.status).toBe(201);
  const away = await moveAway();
  expect([away.result.status, away.events]).toEqual([403, []]);
  expect((await owner.call('GET', `/employees/${member}`)).status).toBe(404);
  for (const [id, by] of [
    [member, lead],
    [direct, boss],
    [indirect, boss],
  ] as const)
    expect((await restore(id, by)).status).toBe(200);
});
