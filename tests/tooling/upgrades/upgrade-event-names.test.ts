import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('event_names_of_webhooks');
});
afterAll(() => database.drop());

const listening: [before: string[], after: string[]][] = [
  [[], []],
  [
    ['task.*', 'task.post_create'],
    ['task.*', 'task.post_create'],
  ],
  [
    ['initiative_member.post_create', 'task.post_create', 'enum_value.replaced'],
    ['initiative.member.created', 'task.post_create', 'enum.value.replaced'],
  ],
  [
    ['task.post_export', 'user.post_export', 'export.failed'],
    ['export.post_export', 'export.failed'],
  ],
  [
    ['initiative_member.*', 'initiative.post_update'],
    [
      'initiative.member.created',
      'initiative.member.deleted',
      'initiative.member.updated',
      'initiative.post_update',
    ],
  ],
];

it('replaces former event types in the subscriptions of webhook endpoints', async () => {
  const { client } = database;
  await client.query(`insert into organizations (id, name, slug) values (1, 'One', 'one')`);
  for (const [before] of listening) {
    await client.query(
      `insert into webhook_endpoints (org_id, url, secret_enc, event_types, created_by, updated_by)
         values (1, 'https://example.com', '', $1, 1, 1)`,
      [before],
    );
  }
  await database.upgrade();
  const { rows } = await client.query('select event_types from webhook_endpoints order by id');
  expect(rows.map((one) => one.event_types)).toEqual(listening.map(([, after]) => after));
});
