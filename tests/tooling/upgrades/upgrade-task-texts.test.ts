import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('trigrams');
});
afterAll(() => database.drop());

it('stores the texts of live tasks and indexes their trigrams', async () => {
  const { client } = database;
  await client.query(`insert into organizations (id, name, slug) values (1, 'One', 'one')`);
  await client.query(
    `insert into tasks (org_id, id, title, label, description, slot, deleted_at, created_by, updated_by)
     select 1, n, 'Task ' || n, case n when 2 then 'Late' end, 'Why', case n when 3 then null else n end,
       case n when 3 then now() end, 1, 1 from generate_series(1, 3) n`,
  );
  expect(await database.upgrade()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/_trigrams$/),
      expect.stringMatching(/_task_texts$/),
      expect.stringMatching(/_task_texts_index$/),
    ]),
  );
  const { rows } = await client.query({
    text: 'select task_id, text from task_texts order by task_id',
    rowMode: 'array',
  });
  expect(rows).toEqual([
    [1, 'task 1\n\nwhy'],
    [2, 'task 2\nlate\nwhy'],
  ]);
  const { rows: indexes } = await client.query(
    `select indisvalid from pg_index where indexrelid = 'task_texts_trigrams'::regclass`,
  );
  expect(indexes).toEqual([{ indisvalid: true }]);
});
