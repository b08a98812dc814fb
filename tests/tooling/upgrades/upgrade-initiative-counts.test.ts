import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('initiative_task_counts');
});
afterAll(() => database.drop());

type Task = readonly [initiative: number | null, status: string, effort: string, deleted?: boolean];

const tasks: readonly Task[] = [
  [7, 'todo', 'm'],
  [7, 'done', 'm'],
  [7, 'done', 'xl'],
  [7, 'cancelled', 'xl'],
  [7, 'todo', 'xs', true],
  [8, 'done', 's'],
  [null, 'done', 'm'],
];

it('counts the tasks of each initiative, keeps former links and needs no full count afterwards', async () => {
  const { client } = database;
  await client.query(`insert into organizations (id, name, slug) values (1, 'One', 'one')`);
  for (const id of [7, 8])
    await client.query(
      `insert into initiatives (org_id, id, name, code) values (1, $1::int, 'I' || $1, 'I' || $1)`,
      [id],
    );
  for (const [n, [initiative, status, effort, deleted = false]] of tasks.entries())
    await client.query(
      `insert into tasks (org_id, id, title, initiative_id, status, effort, slot, deleted_at, created_by, updated_by)
       values (1, $1::int, 'Task', $2, $3, $4, case when $5 then null else $1::int end, case when $5 then now() end, 1, 1)`,
      [n + 1, initiative, status, effort, deleted],
    );
  // Task 7 belonged to an initiative; the link of task 6 is not recorded yet.
  await client.query(
    'insert into initiative_tasks select 1, 7, n from generate_series(1, 5) n union all values (1, 8, 7)',
  );
  await client.query('insert into initiative_recounts (org_id, initiative_id) values (1, 7)');
  await database.upgrade();
  const read = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
  expect(
    await read('select initiative_id, effort, tasks, done from initiative_task_counts order by 1, 2'),
  ).toEqual([
    [7, 'm', 2, 1],
    [7, 'xl', 1, 1],
    [8, 's', 1, 1],
  ]);
  expect(
    await read('select initiative_id, task_id, effort, is_done from initiative_tasks order by 1, 2'),
  ).toEqual([
    [7, 1, 'm', false],
    [7, 2, 'm', true],
    [7, 3, 'xl', true],
    [7, 4, null, false],
    [7, 5, null, false],
    [8, 6, 's', true],
    [8, 7, null, false],
  ]);
  expect(await read('select initiative_id, is_full from initiative_recounts')).toEqual([[7, false]]);
});
