import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
let client: OlderDatabase['client'];
beforeAll(async () => {
  database = await databaseBefore('sparse_slots');
  client = database.client;
});
afterAll(() => database.drop());

/** Columns of the previous release: for each run its first slot and its number of tasks. */
const columns: [status: string, runs: [slot: number, size: number][]][] = [
  [
    'todo',
    [
      [-16_384, 3],
      [0, 256],
      [20_000, 17],
    ],
  ],
  ['in_progress', [[7, 4]]],
  [
    'reviewing',
    [
      [-(2 ** 30), 2],
      [2 ** 30, 2],
    ],
  ],
  ['done', Array.from({ length: 20 }, (_, run) => [run * 16_640, 256])],
  ['cancelled', [[0, 0]]],
];
const lengthOf = (runs: [slot: number, size: number][]) => runs.reduce((sum, [, size]) => sum + size, 0);

async function insertColumn(
  org: number,
  status: string,
  runs: [slot: number, size: number][],
): Promise<void> {
  const bases: number[] = [];
  let length = 0;
  for (const [slot, size] of runs) {
    bases.push(slot - length);
    length += size;
    await client.query(
      `insert into tasks (org_id, title, status, slot, created_by, updated_by)
       select $1, 'Task ' || n, $2::task_status, $3::int + n, 1, 1 from generate_series(0, $4::int - 1) n order by n % 7`,
      [org, status, slot, size],
    );
  }
  await client.query(
    'insert into task_columns (org_id, status, length, run_slots, run_bases) values ($1, $2, $3, $4, $5)',
    [org, status, length, runs.map(([slot]) => slot), bases],
  );
}

const readPlaces = async (position: string) => {
  const { rows } = await client.query(`select t.org_id, t.id, t.status, ${position} as position from tasks t
    join task_columns k on k.org_id = t.org_id and k.status = t.status where t.slot is not null order by t.org_id, t.id`);
  return rows;
};

const move = async (id: number, status: string, at: number) => {
  await client.query('begin');
  await client.query('select from lock_board_tasks(2, $1, $2)', [[id], status]);
  const { rows } = await client.query(
    `with placed as materialized (select * from place_board_tasks(2, $1, $2, $3, true)),
       changed as (update tasks set status = $2, slot = (select slots[1] from placed) where org_id = 2 and id = any($1))
     select positions[1] as position from placed`,
    [[id], status, at],
  );
  await client.query('commit');
  return rows[0].position;
};

it('keeps every position, and the boards can be changed afterwards', async () => {
  for (const org of [1, 2]) {
    for (const [status, runs] of columns) await insertColumn(org, status, runs);
    await client.query(
      `insert into tasks (org_id, title, status, deleted_at, created_by, updated_by) values ($1, 'Gone', 'done', now(), 1, 1)`,
      [org],
    );
  }
  const before = await readPlaces('t.slot - k.run_bases[width_bucket(t.slot, k.run_slots)]');
  expect(before).toHaveLength(2 * columns.reduce((sum, [, runs]) => sum + lengthOf(runs), 0));
  await database.upgrade();
  expect(await readPlaces('task_position(t.org_id, t.status, t.slot)')).toEqual(before);

  // Moves tasks into a full run, to both ends, and to the boundary of two runs.
  const idAt = (status: string, position: number) =>
    before.find((row) => row.org_id === 2 && row.status === status && row.position === position).id as number;
  const order = before.filter((row) => row.org_id === 2 && row.status === 'done');
  const list = order.sort((one, other) => one.position - other.position).map((row) => row.id as number);
  for (const [n, at] of [300, 0, list.length + 2, 512, 256].entries()) {
    const id = idAt('todo', 100 + n);
    expect(await move(id, 'done', at)).toBe(at);
    list.splice(at, 0, id);
  }
  const { rows } = await client.query(
    `select id, task_position(org_id, status, slot) as position from tasks where org_id = 2 and status = 'done' and slot is not null order by slot`,
  );
  expect(rows).toEqual(list.map((id, position) => ({ id, position })));
});

it.each([
  `insert into task_columns as k (org_id, status, length) values (1, 'todo', 1) on conflict (org_id, status) do update
     set length = k.length + 1 returning k.run_bases[cardinality(k.run_bases)] + k.length - 1 as slot`,
  `insert into task_columns as k (org_id, status, length) values (3, 'todo', 1)
     returning k.run_bases[cardinality(k.run_bases)] + k.length - 1 as slot`,
])('rejects a create of the previous release: %s', async (statement) => {
  const insert = `with place as (${statement}) insert into tasks (org_id, title, slot, created_by, updated_by)
    select 1, 'Old', slot, 1, 1 from place`;
  await expect(client.query(insert)).rejects.toThrow('tasks_slot_while_live');
});

it('rejects a move of the previous release', async () => {
  const update = `update task_columns set run_slots = '{0}', run_bases = '{0}', length = 3 where org_id = 1 and status = 'todo'`;
  await expect(client.query(update)).rejects.toThrow('task_columns_without_dense_runs');
});
