import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('export_usage');
});
afterAll(() => database.drop());

it('sums the sizes of stored exports, and then of new and deleted ones', async () => {
  const { client } = database;
  const read = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
  await client.query(
    `insert into organizations (id, name, slug) values (1, 'One', 'one'), (2, 'Two', 'two'), (3, 'Three', 'three')`,
  );
  await client.query(
    `insert into files (org_id, name, mime, storage_key, size) values (1, 'a', 'text/plain', '', 5)`,
  );
  const add = (rows: string) =>
    client.query(
      `insert into exports (org_id, resource, format, created_by, status, storage_key, size) values ${rows}`,
    );
  await add(`(1, 'task', 'csv', 1, 'succeeded', 'large', 100000),
    (1, 'task', 'csv', 1, 'succeeded', 'small', 10),
    (1, 'task', 'csv', 1, 'expired', null, 200000),
    (1, 'task', 'csv', 1, 'running', 'unfinished', null),
    (2, 'task', 'csv', 1, 'queued', null, null)`);
  await database.upgrade();
  const usage = () => read('select org_id, bytes::int, export_bytes::int from file_usage order by 1');
  expect(await usage()).toEqual([[1, 5, 165_536]]);
  await add(
    `(2, 'task', 'csv', 1, 'succeeded', 'large', 70000), (3, 'task', 'csv', 1, 'queued', null, null)`,
  );
  await client.query(`update exports set size = 65537 where storage_key = 'unfinished'`);
  await client.query(`update exports set storage_key = null, status = 'expired' where storage_key = 'large'`);
  await client.query(`update exports set row_count = 7, storage_key = storage_key`);
  expect(await usage()).toEqual([
    [1, 5, 131_073],
    [2, 0, 0],
  ]);
});
