import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

/** Tables without an organization, with the reason. */
const withoutOrganization: Record<string, string> = {
  mail_recipients: 'mails to one address from all organizations',
  operator_actions: 'the log of operators’ actions on queues',
  organizations: 'the organizations themselves',
};

/** Unique keys across organizations, with the reason. */
const acrossOrganizations: Record<string, string> = {
  api_keys_key_hash_key: 'a key is looked up before its organization is known',
  mail_recipients_pkey: 'mails to one address from all organizations',
  mfa_challenges_token_hash_key: 'a challenge is looked up before its organization is known',
  operator_actions_pkey: 'the log of operators’ actions on queues',
  organizations_pkey: 'the organizations themselves',
  organizations_slug_key: 'the name that identifies an organization at sign-in',
  refresh_tokens_token_hash_key: 'a token is looked up before its organization is known',
  stream_tickets_token_hash_key: 'a ticket is looked up before its organization is known',
  user_tokens_token_hash_key: 'a token is looked up before its organization is known',
};

const names = async (sql: string): Promise<string[]> =>
  (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);

const tables = `pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
  and not t.relispartition and t.relname <> '_prisma_migrations'`;
const hasOrganization = (table: string) =>
  `exists (select from pg_attribute a where a.attrelid = ${table} and a.attname = 'org_id' and not a.attisdropped)`;

it('every table has org_id, except those on the list', async () => {
  const bare = await names(
    `select t.relname as name from ${tables} and not ${hasOrganization('t.oid')} order by 1`,
  );
  expect(bare).toEqual(Object.keys(withoutOrganization).sort());
});

it('org_id is never null', async () => {
  const loose = await names(
    `select t.relname as name from ${tables} and exists (select from pg_attribute a
       where a.attrelid = t.oid and a.attname = 'org_id' and not a.attnotnull) order by 1`,
  );
  expect(loose).toEqual([]);
});

it('every foreign key between tables of organizations includes org_id', async () => {
  const loose = await names(
    `select c.conrelid::regclass || '.' || c.conname as name from pg_constraint c
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
       and ${hasOrganization('c.conrelid')} and ${hasOrganization('c.confrelid')}
       and not exists (select from unnest(c.conkey, c.confkey) k (own, their)
         join pg_attribute o on o.attrelid = c.conrelid and o.attnum = k.own and o.attname = 'org_id'
         join pg_attribute r on r.attrelid = c.confrelid and r.attnum = k.their and r.attname = 'org_id')
     order by 1`,
  );
  expect(loose).toEqual([]);
});

it('every unique key includes org_id, except those on the list', async () => {
  const global = await names(
    `select i.indexrelid::regclass::text as name from pg_index i join ${tables.replace('where', 'on t.oid = i.indrelid where')}
       and i.indisunique and not exists (select from unnest(i.indkey::int2[]) k (attnum)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum and a.attname = 'org_id')
     order by 1`,
  );
  expect(global).toEqual(Object.keys(acrossOrganizations).sort());
});
