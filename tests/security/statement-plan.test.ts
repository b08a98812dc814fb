import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findUnlimitedTables } from './statement-plan.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

it.each([
  ['select id from tasks where id = $1', ['tasks']],
  ['select id from tasks where org_id = $1 and id = $2', []],
  ['select t.id from tasks t join users u on u.id = t.created_by where t.org_id = $1', ['users']],
  [
    'select t.id from tasks t join users u on u.org_id = t.org_id and u.id = t.created_by where t.org_id = $1',
    [],
  ],
  ['select t.id from tasks t join users u on u.org_id = t.org_id where u.email = $1', ['tasks', 'users']],
  ['select u.id from users u join organizations o on o.id = u.org_id where o.slug = $1', ['users']],
  ['select u.id from users u join organizations o on o.id = u.org_id where o.id = $1', []],
  [
    'with mine as (select org_id from users where org_id = $1) select t.id from tasks t join mine on mine.org_id = t.org_id',
    [],
  ],
  ['update tasks set title = $1 where id = $2', ['tasks']],
  [
    'delete from sessions s where s.id = $1 and exists (select from users u where u.org_id = $2)',
    ['sessions'],
  ],
  [
    'select (select count(*) from grants g where g.role_id = r.id) from roles r where r.org_id = $1',
    ['grants'],
  ],
])('finds the unlimited tables of: %s', async (text, tables) => {
  expect(await findUnlimitedTables(client, text)).toEqual(tables);
});
