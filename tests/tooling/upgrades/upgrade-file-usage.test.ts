import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('file_usage');
});
afterAll(() => database.drop());

it('sums the sizes of existing files, and then of changed ones', async () => {
  const { client } = database;
  const read = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
  await client.query(
    `insert into organizations (id, name, slug) values (1, 'One', 'one'), (2, 'Two', 'two')`,
  );
  const add = (columns: string) =>
    client.query(
      `insert into files (org_id, name, mime, storage_key, size, status, deleted_at, purge_at) values ${columns}`,
    );
  await add(`(1, 'pending', 'text/plain', '', 1, 'pending', null, now()),
    (1, 'stored', 'text/plain', '', 10, 'stored', null, null),
    (1, 'refused', 'text/plain', '', 100, 'refused', null, null),
    (1, 'deleted', 'text/plain', '', 1000, 'stored', now(), now()),
    (1, 'purged', 'text/plain', '', 10000, 'stored', now(), null)`);
  await database.upgrade();
  const usage = () => read('select org_id, bytes::int, deleted_bytes::int from file_usage order by 1');
  expect(await usage()).toEqual([[1, 11, 1_000]]);
  await add(`(2, 'stored', 'text/plain', '', 5, 'stored', null, null)`);
  await client.query(`update files set deleted_at = now(), purge_at = now() where name = 'stored'`);
  expect(await usage()).toEqual([
    [1, 1, 1_010],
    [2, 0, 5],
  ]);
  await client.query('update files set purge_at = null where deleted_at is not null');
  expect(await usage()).toEqual([
    [1, 1, 0],
    [2, 0, 0],
  ]);
});
