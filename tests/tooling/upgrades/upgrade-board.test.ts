import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
let client: OlderDatabase['client'];
beforeAll(async () => {
  database = await databaseBefore('board_runs');
  client = database.client;
});
afterAll(() => database.drop());

/** State of an older version: the length of a column, and the start of its only run. */
const columns = [
  ['todo', 600, -345],
  ['in_progress', 256, 40],
  ['reviewing', 257, -3],
  ['blocked', 1, -7],
  ['done', 5_000, 1_000],
  ['cancelled', 0, 12],
] as const;

/** Every task with its position, computed from its slot. */
const placesBy = async (position: string) =>
  (
    await client.query(`select t.org_id, t.id, t.status, ${position} as position from tasks t
      join task_columns k on k.org_id = t.org_id and k.status = t.status
      where t.slot is not null order by t.org_id, t.id`)
  ).rows;

it('keeps every position and splits long columns into runs', async () => {
  for (const org of [1, 2]) {
    for (const [status, length, first] of columns) {
      await client.query(
        `insert into tasks (org_id, title, status, slot, created_by, updated_by)
         select $1, 'Task ' || n, $2::task_status, $4::int + n, 1, 1 from generate_series(0, $3::int - 1) n order by n % 7`,
        [org, status, length, first],
      );
      await client.query(
        'insert into task_columns (org_id, status, length, first_slot) values ($1, $2, $3, $4)',
        [org, status, length, first],
      );
    }
    await client.query(
      `insert into tasks (org_id, title, status, deleted_at, created_by, updated_by) values ($1, 'Gone', 'done', now(), 1, 1)`,
      [org],
    );
  }
  const before = await placesBy('t.slot - k.first_slot');
  expect(before).toHaveLength(2 * columns.reduce((sum, [, length]) => sum + length, 0));
  await database.upgrade();
  expect(await placesBy('task_position(t.org_id, t.status, t.slot)')).toEqual(before);

  const { rows } = await client.query(
    'select status, length, run_starts, run_positions from task_columns where org_id = 2 order by status',
  );
  expect(rows.map(({ status, length, run_starts }) => [status, length, run_starts.length])).toEqual(
    columns.map(([status, length]) => [status, length, Math.max(0, Math.ceil(length / 256) - 1)]),
  );
  for (const row of rows)
    expect(row.run_positions).toEqual(row.run_starts.map((_: string, n: number) => (n + 1) * 256));
  expect(rows.at(-1)).toMatchObject({ run_starts: [], run_positions: [] });
});
