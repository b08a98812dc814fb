import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainBatch } from '../../../packages/areas/src/audit-log/chain/lane.store.ts';
import { RelayHarness } from '../../../packages/shared/src/events/testing/relay-harness.ts';
import { detach } from '../../../prisma/archive/detach.ts';
import { type Manifest, writeFiles } from '../../../prisma/archive/write-files.ts';
import { archive, momentOf } from '../../../prisma/archive.ts';
import {
  connectAsOwner,
  createPastMonths,
  insertPastEvents,
  insertPastPersonEntry,
  timestampsOn,
} from './past-months.ts';

const { sql } = Prisma;
let service: TestService;
let relaying: RelayHarness;
let client: pg.Client;
let owner: Client;
let org_id: number;
let folder: string;

const january = 40;
const february = 30;
// The last event of January has a higher id than the first of February, as can happen with concurrent writes.
const acrossMidnight = ['2025-02-01T00:00:00.001Z', '2025-01-31T23:59:59.999Z'];

beforeAll(async () => {
  service = await startOwnService();
  relaying = new RelayHarness(service);
  client = await connectAsOwner(service.config.DATABASE_URL);
  folder = await mkdtemp(path.join(tmpdir(), 'workforce-archive-'));
  await createPastMonths(client, '2025-01-01T00:00:00Z');
  const { rows } = await client.query(`select nextval('organizations_id_seq')::int + 1 as id`);
  org_id = rows[0].id;
  await insertPastEvents(client, org_id, [...timestampsOn('2025-01-10', january - 1), ...acrossMidnight]);
  await insertPastPersonEntry(client, org_id, '2025-01-20T00:00:00Z');
  await insertPastEvents(client, org_id, timestampsOn('2025-02-10', february - 1));
  owner = await service.newOrganization();
  expect(owner.user.org_id).toBe(org_id);
  await owner.call('POST', '/tasks', { title: 'Now' });
  relaying.start();
  await relaying.waitUntilNumbered();
  await chainAll();
});
afterAll(async () => {
  await client.end();
  await relaying.stopAll();
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Chains all entries and settles the chain. Their times are rounded to milliseconds, so the last ones may settle later. */
async function chainAll(org = org_id): Promise<void> {
  for (let sealed = 1; sealed > 0; ) sealed = await chainBatch(service.platform, org, 1_000, 0);
  await chainBatch(service.platform, org, 1_000, 0);
}
const archiveBefore = (month: string) => {
  const options = { databaseUrl: service.config.DATABASE_URL, to: folder, log: () => undefined };
  return archive({ ...options, before: momentOf(month) });
};
const verify = async (query = '') => (await owner.call('GET', `/audit-log/verify${query}`)).body;
const totalOf = async (query = '') => (await owner.call('GET', `/events${query}`)).body.total;

async function linesOf(written: string, table: string): Promise<string[]> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(written, 'manifest.json'), 'utf8'));
  const entry = manifest.tables.find((one) => one.table === table);
  const bytes = await readFile(path.join(written, entry?.file ?? ''));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry?.sha256);
  const lines = gunzipSync(bytes).toString().split('\n').slice(0, -1);
  expect(lines).toHaveLength(entry?.rows ?? -1);
  return lines;
}

it('rejects months with unchained audit entries and the last 12 months', async () => {
  await insertPastEvents(client, org_id + 1, ['2025-01-05T00:00:00Z']);
  await relaying.waitUntilNumbered();
  await expect(archiveBefore('2025-02')).rejects.toThrow('audit entries that are not chained yet');
  await chainAll(org_id + 1);
  expect(() => momentOf('2025-13')).toThrow('--before must be a month');
  expect(() => momentOf('2025-12', new Date('2026-11-20'))).toThrow('The last 12 months cannot be archived');
  expect(momentOf('2025-11', new Date('2026-11-20')).toISOString()).toBe('2025-11-01T00:00:00.000Z');
  expect(await totalOf('?to=2025-03-01T00:00:00Z')).toBe(january + february);
});

it('moves a month completely into files and keeps the rest unchanged', async () => {
  // A verification is an event, too.
  const verified = await verify();
  const before = { verified, total: await totalOf() };
  expect(before.verified).toMatchObject({ ok: true, archived_seq: 0 });
  const [written = ''] = await archiveBefore('2025-02');
  expect(await linesOf(written, 'events')).toHaveLength(january + 1);
  expect(await linesOf(written, 'event_log')).toHaveLength(january + 1);
  expect(await linesOf(written, 'audit_log')).toHaveLength(january + 2);
  expect(await linesOf(written, 'audit_personal')).toHaveLength(1);
  expect(await totalOf()).toBe(before.total - january);
  expect(await totalOf('?to=2025-03-01T00:00:00Z')).toBe(february);
  const all = (await owner.call('GET', '/events?limit=100')).body;
  expect(all.data).toHaveLength(all.total);
  expect(await service.rows(sql`select 1 as left from audit_personal where salt = '\\x01'`)).toEqual([]);
});

it('verifies the chain from the first remaining entry, even if entries were chained out of order', async () => {
  const whole = await verify();
  // Order in the chain: January, first of February, last of January, the person, rest of February.
  expect(whole).toMatchObject({ ok: true, reason: null, archived_seq: january - 1 });
  expect(whole.checked).toBe(whole.head_seq - whole.archived_seq);
  expect(await verify('?from_seq=1')).toMatchObject({ ok: true, checked: whole.checked });
  expect(await verify(`?from_seq=${january + 3}`)).toMatchObject({ ok: true });
  await client.query('alter table audit_log disable trigger append_only');
  const forge = `update audit_log set action = $3 where org_id = $1 and occurred_at = $2`;
  await client.query(forge, [org_id, acrossMidnight[0], 'forged']);
  expect(await verify()).toMatchObject({ ok: false, first_broken_seq: january, reason: 'entry_changed' });
  await client.query(forge, [org_id, acrossMidnight[0], 'create']);
  await client.query('alter table audit_log enable trigger append_only');
  expect(await verify()).toMatchObject({ ok: true });
});

it('resets only readers whose position is before the first remaining event', async () => {
  // The verifications of the previous test are events, too.
  await relaying.waitUntilNumbered();
  const [log] = await service.rows<{ first: number; head: number; rows: number }>(
    sql`select min(seq)::int as first, max(seq)::int as head, count(*)::int as rows from event_log where org_id = ${org_id}`,
  );
  // The first of February is numbered before the last of January: it is listed, but streams cannot resume before it.
  expect(log).toMatchObject({ first: january + 2, rows: (log?.head ?? 0) - january - 1 });
  for (const position of [1, january, january - 1]) {
    const stream = await openStream(service.url, owner.token, `?last_event_id=${position}`);
    await stream.until('a reset', (one) => one.messages.length > 0);
    expect(stream.messages[0]).toMatchObject({ event: 'reset', data: { head: log?.head } });
    await stream.close();
  }
  const stream = await openStream(service.url, owner.token, `?last_event_id=${january + 1}`);
  await stream.until('the remaining events', (one) => one.messages.length >= february);
  expect(stream.messages[0]).toMatchObject({ id: january + 2, event: 'message' });
  await stream.close();
});

it('rejects the retry of a delivery whose event is archived', async () => {
  const webhook = (await owner.call('POST', '/webhooks', { url: 'https://example.test/hook' })).body;
  const { rows } = await client.query(
    `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
     values ($1, $2, 1, '2025-01-10', 'task.post_create', 1, 'failed', now(), now(), now()) returning id`,
    [org_id, webhook.id],
  );
  const response = await owner.call('POST', `/webhooks/${webhook.id}/deliveries/${rows[0].id}/retry`);
  expect(response.status).toBe(422);
  expect(JSON.stringify(response.body)).toContain('The event of this delivery has been archived');
});

it('can be loaded from its files, and ends with the hash at which the remaining chain begins', async () => {
  const written = path.join(folder, 'before-2025-02-01');
  for (const table of ['audit_log', 'audit_chain']) {
    await client.query(`create temporary table old_${table} (like ${table})`);
    await client.query(
      `insert into old_${table} select r.* from unnest($1::text[]) line cross join lateral jsonb_populate_record(null::${table}, line::jsonb) r`,
      [await linesOf(written, table)],
    );
  }
  const { rows } = await client.query(
    `select encode(h.archived_hash, 'hex') as kept, encode(c.hash, 'hex') as archived,
       (select encode(sha256(c.prev_hash || int8send(c.seq) || audit_entry_digest(a)), 'hex') from old_audit_log o
        cross join lateral jsonb_populate_record(null::audit_log, to_jsonb(o)) a
        where o.org_id = c.org_id and o.id = c.audit_id) as computed
     from audit_heads h join old_audit_chain c on c.org_id = h.org_id and c.seq = h.archived_seq where h.org_id = $1`,
    [org_id],
  );
  expect(rows).toEqual([{ kept: rows[0].archived, archived: rows[0].archived, computed: rows[0].archived }]);
});

it('detaches only rows that are in the files, and can be interrupted', async () => {
  const end = new Date('2025-03-01');
  const detached = () =>
    client.query(`select relname from pg_class
    where relnamespace = 'months'::regnamespace and relkind = 'r' and not relispartition`);
  const { tables } = await writeFiles(client, end, path.join(folder, 'interrupted'));
  const rows = Object.fromEntries(tables.map((one) => [one.table, one.rows]));
  await expect(detach(client, end, { ...rows, events: february + 1 })).rejects.toThrow('events has 30 rows');
  expect(await totalOf('?to=2025-03-01T00:00:00Z')).toBe(february);
  // A worker that has locked the head of the chain must still be able to read the chain.
  const chaining = await connectAsOwner(service.config.DATABASE_URL);
  await chaining.query('begin');
  await chaining.query('select from audit_heads where org_id = $1 for update', [org_id]);
  const [archiver] = (await client.query('select pg_backend_pid() as pid')).rows;
  const detaching = detach(client, end, rows);
  await eventually(
    () => chaining.query('select from pg_locks where pid = $1 and not granted', [archiver.pid]),
    (waiting) => waiting.rowCount === 1,
  );
  await chaining.query('select max(seq) from audit_chain where org_id = $1', [org_id]);
  await chaining.query('commit');
  await chaining.end();
  await detaching;
  expect((await detached()).rowCount).toBeGreaterThan(0);
  expect(await archiveBefore('2025-03')).toEqual([]);
  expect((await detached()).rowCount).toBe(0);
});

it('runs once when started concurrently', async () => {
  const settled = await Promise.allSettled([archiveBefore('2025-04'), archiveBefore('2025-04')]);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [rejected] = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(rejected).toContain('Another process is archiving');
  expect(await linesOf(path.join(folder, 'before-2025-04-01'), 'events')).toEqual([]);
});

it('leaves a working service', async () => {
  expect(await totalOf('?to=2025-03-01T00:00:00Z')).toBe(0);
  expect(await verify()).toMatchObject({ ok: true, archived_seq: january + 1 + february });
  await owner.call('POST', '/tasks', { title: 'After the archive' });
  await relaying.waitUntilNumbered();
  await chainAll();
  expect(await verify()).toMatchObject({ ok: true, unsealed: 0 });
  const { rows } = await client.query(`select count(*)::int as rows from months.events_before`);
  expect(rows).toEqual([{ rows: 0 }]);
});
