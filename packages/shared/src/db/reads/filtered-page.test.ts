import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../generated/client.ts';
import { executeOperational } from '../operational.ts';
import { selectFilteredPage } from './filtered-page.ts';

const { sql } = Prisma;

const count = 8_000;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await executeOperational(
    service.platform,
    sql`insert into tasks (org_id, title, slot, label, priority, created_by, updated_by)
      select ${owner.user.org_id}::int, 'Task', n,
        case when n <= 40 then 'early' when n > ${count - 40}::int then 'late' when n % 100 = 0 then 'spread' when n in (901, 7001) then 'two' end,
        (case when n % 2 = 0 then 'high' when n > 7000 then 'medium' else 'low' end)::task_priority, 1, 1
      from generate_series(1, ${count}::int) n`,
  );
});
afterAll(() => service.stop());

const idsOf = async (statement: Prisma.Sql) =>
  (await service.rows<{ id: number }>(statement)).map((row) => row.id);

const from = () => sql`t.org_id = ${owner.user.org_id} and t.deleted_at is null`;

describe.each(['early', 'late', 'spread', 'two', 'none'])('a filter whose matches are %s', (label) => {
  const matches = sql`t.label = ${label}`;
  const filterOf = () => ({
    inOrder: matches,
    all: sql`select t.* from tasks t where ${from()} and ${matches}`,
  });

  it.each([0, 10, 30, 60, 5_000])('selects the page after %i rows', async (offset) => {
    const orderBy = sql`t.slot`;
    const page = { limit: 15, offset };
    const expected = sql`select t.id from tasks t where ${from()} and ${matches} order by ${orderBy} limit 15 offset ${offset}::int8`;
    const selected = selectFilteredPage({
      table: 'tasks',
      alias: 't',
      from: from(),
      filter: filterOf(),
      orderBy,
      ...page,
    });
    expect(await idsOf(sql`select t.id from (${selected}) t order by ${orderBy}`)).toEqual(
      await idsOf(expected),
    );
  });

  it.each([0, 10, 30, 60])('selects the page after %i rows of an order in parts', async (offset) => {
    const orderBy = sql`t.priority desc, t.id`;
    const parts = ['urgent', 'high', 'medium', 'low'].map((priority) => ({
      where: sql`t.priority = ${priority}::task_priority`,
      orderBy: sql`t.id`,
    }));
    const list = {
      table: 'tasks',
      alias: 't',
      from: from(),
      filter: filterOf(),
      orderBy,
      parts,
      limit: 15,
      offset,
    };
    const expected = sql`select t.id from tasks t where ${from()} and ${matches} order by ${orderBy} limit 15 offset ${offset}::int8`;
    expect(await idsOf(sql`select t.id from (${selectFilteredPage(list)}) t order by ${orderBy}`)).toEqual(
      await idsOf(expected),
    );
  });
});

it('selects a page with fewer rows than the limit if no more are expected', async () => {
  const list = { table: 'tasks', alias: 't', from: from(), orderBy: sql`t.slot`, limit: 15, offset: 0 };
  const few = selectFilteredPage({
    ...list,
    filter: {
      inOrder: sql`t.label = 'two'`,
      all: sql`select t.* from tasks t where ${from()} and t.label = 'two'`,
    },
    expected: sql`2`,
    isEarly: sql`false`,
  });
  expect(await idsOf(sql`select t.id from (${few}) t`)).toHaveLength(2);
});
