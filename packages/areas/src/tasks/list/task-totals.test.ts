import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedColumns } from '../testing/seeded-board.ts';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/**
 * A new organization with this number of tasks, all in the column `todo`, with the label `many`, and assigned to the owner, as
 * user or as employee.
 */
async function newBoard(count: number): Promise<Client> {
  const owner = await service.newOrganization();
  const { org_id, id } = owner.user;
  const [employee] = (await owner.call('GET', '/employees')).body.data;
  await executeOperational(
    service.platform,
    sql`insert into tasks (org_id, title, slot, label, tags, created_by, updated_by, assigned_to, assigned_employee_id)
      select ${org_id}::int, 'Task ' || n, n, 'many', case when n < 7 then '{few}'::text[] else '{}' end, ${id}::int, ${id}::int,
        case when n % 2 = 0 then ${id}::int end, case when n % 2 = 1 then ${employee.id}::int end
      from generate_series(0, ${count - 1}::int) n`,
  );
  await executeOperational(service.platform, seedColumns(org_id));
  return owner;
}

async function totalOf(by: Client, path: string): Promise<[total: number, isExact: boolean]> {
  const { body } = await by.call('GET', path);
  return [body.total, body.total_is_exact];
}

describe.each([
  [9_999, [9_999, true]],
  [10_000, [10_000, true]],
  [10_001, [10_001, false]],
  [10_250, [10_001, false]],
])('a list of %i tasks', (count, bounded) => {
  let owner: Client;
  beforeAll(async () => {
    owner = await newBoard(count);
  });

  it('has an exact total up to 10,000 rows that match a filter, and a lower bound beyond', async () => {
    expect(await totalOf(owner, '/tasks?label=many')).toEqual(bounded);
    expect(await totalOf(owner, '/tasks?label=many&sort=-created_at&status=todo')).toEqual(bounded);
    expect(await totalOf(owner, '/tasks?assigned_to_me=true')).toEqual(bounded);
    expect(await totalOf(owner, '/tasks?assigned_to_me=true&total=exact')).toEqual([count, true]);
    expect(await totalOf(owner, '/tasks?unassigned=true')).toEqual([0, true]);
    expect(await totalOf(owner, '/tasks?label=many&tag=few')).toEqual([7, true]);
    expect(await totalOf(owner, '/tasks?label=none')).toEqual([0, true]);
  });

  it('has an exact total on request, and always if it is stored', async () => {
    for (const path of ['/tasks?label=many&total=exact', '/tasks', '/tasks?status=todo&sort=title']) {
      expect([path, ...(await totalOf(owner, path))]).toEqual([path, count, true]);
    }
  });

  it('applies the same bound to the board and to each of its columns', async () => {
    const { columns, ...all } = (await owner.call('GET', '/tasks/board?label=many&per_column=1')).body;
    expect([all.total, all.total_is_exact]).toEqual(bounded);
    const [todo, ...others] = columns;
    expect([todo.total, todo.total_is_exact, todo.data.length]).toEqual([...bounded, 1]);
    expect(others.map((one: any) => [one.total, one.total_is_exact])).toEqual(others.map(() => [0, true]));
    for (const query of ['', '?label=many&total=exact'])
      expect(await totalOf(owner, `/tasks/board${query}`)).toEqual([count, true]);
  });

  it('has a total above the end of the page as long as there are further rows', async () => {
    const read: number[] = [];
    for (let offset = 9_800, total = Infinity; offset < total; offset += 100) {
      const { body } = await owner.call('GET', `/tasks?label=many&limit=100&offset=${offset}`);
      total = body.total;
      read.push(...body.data.map((one: { id: number }) => one.id));
    }
    expect([read.length, new Set(read).size]).toEqual([count - 9_800, count - 9_800]);
    expect(await totalOf(owner, `/tasks?label=many&limit=100&offset=${count}`)).toEqual([count, true]);
  });
});

it('rejects other values of total', async () => {
  const owner = await service.newOrganization();
  for (const path of ['/tasks', '/tasks/board', '/events', '/positions']) {
    const { status, body } = await owner.call('GET', `${path}?total=all`);
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['total']]);
    expect(await totalOf(owner, `${path}?total=exact`)).toEqual([expect.any(Number), true]);
  }
});
