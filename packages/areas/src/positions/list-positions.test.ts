import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;
let team: { id: number };

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  team = (await owner.call('POST', '/teams', { name: 'Kitchen' })).body;
  const seats = [
    { title: 'cook', code: 'C1', family: 'food', level: 2, team_id: team.id, status: 'open' },
    { title: 'Baker', code: 'B_1', family: 'food', level: 3, headcount: 2, status: 'open' },
    { title: 'Dean', code: 'D1', family: 'rule', level: 1 },
  ];
  for (const seat of seats) await owner.call('POST', '/positions', seat);
});
afterAll(() => service.stop());

const createEmployee = async (last_name: string, fields: object = {}) => {
  const person = { first_name: 'Ada', last_name, hire_date: '2024-01-01', ...fields };
  return (await owner.call('POST', '/employees', person)).body.id as number;
};
const listTitles = async (path: string) => {
  const { data, total } = (await owner.call('GET', path)).body;
  expect(total).toBe(data.length);
  return data.map((row: { title: string }) => row.title);
};
const findId = async (code: string) => (await owner.call('GET', `/positions?q=${code}`)).body.data[0].id;

/** Inserts a change of the timeline that sets the position. */
const insertChange = (employee_id: number, day: string, set: object, state = 'applied', sequence = 50) =>
  executeOperational(
    service.platform,
    Prisma.sql`insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, set, state)
    values (${org_id}, ${employee_id}, ${day}::date, ${sequence}, 'position', ${JSON.stringify(set)}::jsonb,
      ${state}::employee_change_state) returning id`,
  );

describe('GET /positions', () => {
  it('filters, searches and sorts', async () => {
    expect(await listTitles('/positions')).toEqual(['Baker', 'cook', 'Dean']);
    expect(await listTitles('/positions?sort=-title')).toEqual(['Dean', 'cook', 'Baker']);
    expect(await listTitles('/positions?sort=level')).toEqual(['Dean', 'cook', 'Baker']);
    expect(await listTitles('/positions?sort=-created_at')).toEqual(['Dean', 'Baker', 'cook']);
    expect(await listTitles('/positions?family=food')).toEqual(['Baker', 'cook']);
    expect(await listTitles(`/positions?team_id=${team.id}`)).toEqual(['cook']);
    expect(await listTitles('/positions?status=draft')).toEqual(['Dean']);
    expect(await listTitles('/positions?q=b_')).toEqual(['Baker']);
    expect(await listTitles('/positions?q=%25')).toEqual([]);
    expect((await owner.call('GET', '/positions?limit=1&offset=1')).body).toMatchObject({
      total: 3,
      data: [{ title: 'cook' }],
    });
    for (const query of ['sort=headcount', 'deleted=maybe', 'vacant=maybe', 'colour=red', 'status=gone']) {
      expect((await owner.call('GET', `/positions?${query}`)).status).toBe(422);
    }
  });

  it('filters by vacancy and lists vacancies of open positions', async () => {
    const cook = await findId('C1');
    const employee = await createEmployee('Cook');
    await executeOperational(
      service.platform,
      Prisma.sql`update employees set position_id = ${cook}
      where id = ${employee} and org_id = ${org_id} returning id`,
    );
    expect(await listTitles('/positions?vacant=true')).toEqual(['Baker', 'Dean']);
    expect(await listTitles('/positions?vacant=false')).toEqual(['cook']);
    expect(await listTitles('/positions/vacancies')).toEqual(['Baker']);
    expect(await listTitles('/positions/vacancies?family=rule')).toEqual([]);
    expect(await listTitles('/positions/vacancies?q=bak&sort=-level,code')).toEqual(['Baker']);
    expect(await listTitles('/positions/vacancies?q=dean')).toEqual([]);
  });
});

describe('POST /positions/:id/restore', () => {
  it('restores a position with position:manage unless its code is taken', async () => {
    const make = async () => (await owner.call('POST', '/positions', { title: 'Gone', code: 'G1' })).body;
    const gone = await make();
    await owner.call('DELETE', `/positions/${gone.id}`);
    const deleted = (await owner.call('GET', '/positions?deleted=true')).body;
    expect(deleted).toMatchObject({ total: 1, data: [{ id: gone.id, deleted_at: expect.any(String) }] });
    const manager = await service.newUser(owner, ['manager']);
    expect((await manager.call('GET', '/positions?deleted=true')).status).toBe(403);
    expect((await manager.call('POST', `/positions/${gone.id}/restore`)).status).toBe(403);
    const other = await make();
    const restore = () => owner.call('POST', `/positions/${gone.id}/restore`);
    const { result, ...recorded } = await recordedBy(service, org_id, restore);
    expect(Object.keys(result.body.details.fieldErrors)).toEqual(['code']);
    expect(recorded).toEqual(nothing);
    await owner.call('DELETE', `/positions/${other.id}`);
    const done = await recordedBy(service, org_id, restore);
    expect(done.result.body).toMatchObject({ id: gone.id, deleted_at: null, filled: 0, vacant: 1 });
    expect(done.events).toEqual([`position.post_restore ${gone.id}`]);
    await owner.call('DELETE', `/positions/${gone.id}`);
  });
});

describe('GET /positions/:id/holders', () => {
  it('returns past, current and future holders by day', async () => {
    const [baker, dean] = [await findId('B_1'), await findId('D1')];
    const [first, second, proposed] = [
      await createEmployee('First'),
      await createEmployee('Second'),
      await createEmployee('Third'),
    ];
    await insertChange(first, '2024-02-01', { position_id: baker });
    await insertChange(first, '2024-05-01', { position_id: dean });
    await insertChange(second, '2024-04-01', { position_id: dean });
    await insertChange(second, '2024-04-01', { position_id: baker }, 'applied', 51);
    await insertChange(second, '2999-01-01', { status: 'terminated' }, 'scheduled');
    await insertChange(first, '2999-06-01', { position_id: baker }, 'scheduled');
    await insertChange(proposed, '2024-04-01', { position_id: baker }, 'proposed');
    const on = async (day: string, id = baker, by = owner) =>
      (await by.call('GET', `/positions/${id}/holders?as_of=${day}`)).body.data.map(
        (row: { employee_id: number; since: string }) => [row.employee_id, row.since],
      );
    expect(await on('2024-01-31')).toEqual([]);
    expect(await on('2024-04-30')).toEqual([
      [first, '2024-02-01'],
      [second, '2024-04-01'],
    ]);
    expect(await on('2024-04-30&sort=-since')).toEqual([
      [second, '2024-04-01'],
      [first, '2024-02-01'],
    ]);
    expect(await on('2024-04-30&q=SECO')).toEqual([[second, '2024-04-01']]);
    expect(await on('2024-05-01')).toEqual([[second, '2024-04-01']]);
    expect(await on('2024-05-01', dean)).toEqual([[first, '2024-05-01']]);
    expect(await on('2999-01-01')).toEqual([]);
    expect(await on('2999-06-01')).toEqual([[first, '2999-06-01']]);
    const now = (await owner.call('GET', `/positions/${baker}/holders`)).body;
    expect(now).toMatchObject({ total: 1, data: [{ employee_id: second, last_name: 'Second' }] });
  });

  it('returns the holders of another day only to those who may read changes of the employees', async () => {
    const position = { code: 'CEO', title: 'Head', status: 'open' };
    const { id } = (await owner.call('POST', '/positions', position)).body;
    const [leaver, successor] = [await createEmployee('Leaver'), await createEmployee('Successor')];
    await insertChange(leaver, '2024-02-01', { position_id: id });
    await insertChange(leaver, '2999-01-01', { status: 'terminated' }, 'scheduled');
    await insertChange(successor, '2999-01-01', { position_id: id }, 'scheduled');
    const holders = async (by: Client, query = '') => {
      const { status, body } = await by.call('GET', `/positions/${id}/holders${query}`);
      return [status, body.data?.map((row: { employee_id: number }) => row.employee_id) ?? body.error];
    };
    const required = 'Requires employee_change:read for as_of';
    for (const role of ['employee', 'viewer']) {
      const by = await service.newUser(owner, [role]);
      expect(await holders(by)).toEqual([200, [leaver]]);
      if (role === 'viewer') expect(await holders(by, '?as_of=2999-01-01')).toEqual([403, required]);
      else expect(await holders(by, '?as_of=2999-01-01')).toEqual([200, []]);
    }
    expect(await holders(owner, '?as_of=2999-01-01')).toEqual([200, [successor]]);
  });

  it('omits employees that the caller may not read', async () => {
    const permissions = [{ permission: 'position:read', scopes: ['org'] }];
    await owner.call('POST', '/roles', { code: 'planner', name: 'Planner', permissions });
    const planner = await service.newUser(owner, ['planner']);
    const baker = await findId('B_1');
    const { status, body } = await planner.call('GET', `/positions/${baker}/holders`);
    expect([status, body]).toEqual([200, { data: [], total: 0, total_is_exact: true, next: null }]);
    const stranger = await service.newOrganization();
    expect((await stranger.call('GET', `/positions/${baker}/holders`)).status).toBe(404);
  });
});
