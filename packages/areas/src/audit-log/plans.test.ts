import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntryFilter } from './audit-log.contract.ts';
import { findEntries } from './audit-log.store.ts';

/** Two organizations with 50,000 entries each, which occupy 1,500 to 2,000 pages of the partition. */
const count = 50_000;
const [us, polled] = [1_000, 1_001];

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  for (const org_id of [us, polled]) {
    await client.query(
      `insert into audit_log (org_id, occurred_at, actor_type, actor_id, action, outcome, resource, record_id, after, request_id)
       select $1, now() - n * interval '1 second', 'user', 1 + n % 200, case when n > $2 - 30 then 'revoke' else 'update' end,
         case when n % 5000 = 7 then 'denied' else 'success' end::audit_outcome, case when n % 1000 = 9 then 'team' else 'task' end,
         n, '{"title": "Task"}', 'request ' || n
       from generate_series(1, $2::int) n`,
      [org_id, count],
    );
  }
  // A client polls the log of the last organization.
  await client.query(
    `insert into audit_log (org_id, occurred_at, actor_type, action, outcome, resource, request_id)
     select $1, now(), 'system', 'read', 'success', 'audit_log', 'poll' from generate_series(1, 6000)`,
    [polled],
  );
  await vacuumAnalyze(client, 'audit_log');
  await client.end();
});
afterAll(() => service.stop());

/** Returns the numbers of buffers that the statement of the page and that of the count read. */
async function measure(filter: EntryFilter, org_id = us): Promise<number[]> {
  const statements: Prisma.Sql[] = [];
  const rows = (statement: Prisma.Sql) => {
    statements.push(statement);
    return Promise.resolve([]);
  };
  const origin = { request_id: 'plans', ip: null, user_agent: null };
  // The values that a search looks for are read in a transaction.
  const reading = { rows: service.rows, execute: () => Promise.reject(new Error('Unexpected write')) };
  const replica: NonNullable<Caller['replica']> = { rows, transaction: (work) => work(reading) };
  const caller: Caller = { ...systemCaller(service.platform, org_id, origin, []), replica };
  await findEntries(caller, { limit: 25, offset: 1, ...filter });
  const plans = statements.map(
    (one) => Prisma.sql`explain (analyze, buffers, timing off, format json) ${one}`,
  );
  return Promise.all(
    plans.map(async (plan) => {
      const [row] = await service.rows<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(plan);
      const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } =
        row?.['QUERY PLAN'][0].Plan ?? {};
      return hit + read;
    }),
  );
}

const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();

it.each<EntryFilter>([
  {},
  { actor_id: 9 },
  { actor_id: 9_999 },
  { actor_type: 'user' },
  { actor_type: 'api_key' },
  { action: 'update' },
  { action: 'revoke' },
  { outcome: 'denied' },
  { resource: 'task' },
  { resource: 'team' },
  { record_id: 77 },
  { request_id: 'request 40000' },
  { action: 'revoke', resource: 'task', outcome: 'success', actor_id: 199 },
  { from: hour(3), to: hour(2) },
  { outcome: 'denied', from: hour(12) },
  { q: 'updat' },
  { q: 'revok' },
  { q: 'team' },
  { q: 'request 400' },
  { q: 'nothing' },
  { q: 'updat', outcome: 'denied' },
])('reads few pages for the entries that match %o, and to count them', async (filter) => {
  const [page, total] = await measure(filter);
  expect(page).toBeGreaterThan(0);
  expect(page).toBeLessThan(700);
  expect(total).toBeLessThan(500);
});

it.each<EntryFilter>([{}, { action: 'update' }, { q: 'updat' }])(
  'reads no more than the own reads before the entries that match %o',
  async (filter) => {
    const [page, total] = await measure(filter, polled);
    expect(page).toBeLessThan(700);
    expect(total).toBeLessThan(500);
  },
);
