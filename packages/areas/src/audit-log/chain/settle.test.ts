import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainEntries } from './audit-chain.lane.ts';
import { chainBatch } from './lane.store.ts';

let service: TestService;
let owner: Client;
let database: pg.Client;

beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

it('does not settle entries until the longest possible transaction has ended', async () => {
  const { org_id } = owner.user;
  const startedAt = new Date(Date.now() - 4.5 * 60_000);
  const entry = `insert into audit_log (org_id, occurred_at, actor_type, action, resource, request_id)
    values ($1, $2, 'system', $3, 'test', 'import')`;
  // Recent entries would prevent settling.
  await database.query('alter table audit_log disable trigger append_only');
  await database.query(`update audit_log set occurred_at = $2 where org_id = $1`, [org_id, startedAt]);
  await database.query('alter table audit_log enable trigger append_only');
  await database.query('begin');
  await database.query(entry, [org_id, startedAt, 'imported']);
  const other = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await other.connect();
  await other.query(entry, [org_id, startedAt, 'concurrent']);
  await chainEntries(service.platform, org_id);
  await other.query(`update audit_heads set settled_at = now() - interval '1 hour' where org_id = $1`, [
    org_id,
  ]);
  await other.end();
  await chainBatch(service.platform, org_id, 1_000);
  await database.query('commit');
  await chainEntries(service.platform, org_id);
  expect((await owner.call('GET', '/audit-log/verify')).body).toMatchObject({ ok: true, unsealed: 0 });
});
