import { startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { partitionedTables } from './partitions.ts';

let service: TestService;
let client: pg.Client;
beforeAll(async () => {
  service = await startOwnService();
  client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

const text = (names: readonly string[]) => names.join(' ');

it('lists tables partitioned by event time, in the lock order of other transactions', async () => {
  const tables = await partitionedTables(client);
  expect(text(tables)).toBe('events event_log audit_log audit_chain');
  const { rows } = await client.query(`select prosrc from pg_proc where proname = 'extend_partitions'`);
  const [, locked = ''] = /array array\[([^\]]*)\]/.exec(rows[0].prosrc) ?? [];
  expect(locked.split(', ').slice(0, tables.length)).toEqual(tables.map((name) => `'${name}'`));
});

it('places a new table after those it references, and ignores tables partitioned by another column', async () => {
  await client.query(`begin;
    create table a_notes (id int, audit_id bigint not null, occurred_at timestamptz) partition by range (occurred_at);
    create table b_notes (id int, event_id bigint not null, filed_at timestamptz) partition by range (filed_at);
    create table c_notes (event_id bigint not null, occurred_at timestamptz)`);
  expect(text(await partitionedTables(client))).toBe('events event_log audit_log a_notes audit_chain');
  await client.query('rollback');
});
