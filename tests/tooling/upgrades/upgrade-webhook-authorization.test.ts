import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('webhook_authorization');
});
afterAll(() => database.drop());

it('takes the user of the last change, and checks organizations with active endpoints', async () => {
  const { client } = database;
  await client.query(
    `insert into organizations (id, name, slug) values (1, 'One', 'one'), (2, 'Two', 'two'), (3, 'Three', 'three')`,
  );
  await client.query(
    `insert into webhook_endpoints (org_id, url, secret_enc, is_active, created_by, updated_by, deleted_at)
       values (1, 'https://example.com', '', true, 7, 8, null), (1, 'https://example.com', '', true, 7, 7, null),
         (2, 'https://example.com', '', false, 9, 9, null), (3, 'https://example.com', '', true, 9, 9, now())`,
  );
  await database.upgrade();
  const endpoints = await client.query(
    'select authorized_by, authorization_lost_at as lost from webhook_endpoints order by id',
  );
  expect(endpoints.rows).toEqual([8, 7, 9, 9].map((authorized_by) => ({ authorized_by, lost: null })));
  const due = await client.query('select org_id from webhook_authorization_checks where due_at <= now()');
  expect(due.rows).toEqual([{ org_id: 1 }]);
});
