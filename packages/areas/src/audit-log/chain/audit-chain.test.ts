import { systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditChainLane, chainEntries, publishHead } from './audit-chain.lane.ts';
import { chainBatch } from './lane.store.ts';

const { sql } = Prisma;
let service: TestService;
let owner: Client;
let org_id: number;
let database: pg.Client;

beforeAll(async () => {
  service = await startOwnService();
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});

const write = (title: string) => owner.call('POST', '/tasks', { title });
const verify = async () => (await owner.call('GET', '/audit-log/verify')).body;
const isDue = async () =>
  (await auditChainLane.due(service.platform)).some((one: { org_id: number }) => one.org_id === org_id);
const head = async () => {
  const [row] =
    await service.rows(sql`select seq::int, encode(hash, 'hex') as hash, sealed_id::float8, settled_id::float8
    from audit_heads where org_id = ${org_id}`);
  return row;
};
const addEntry = `insert into audit_log (org_id, occurred_at, actor_type, action, resource, request_id)
  values ($1, $2, 'system', 'late', 'test', 'late')`;
const longAgo = () => new Date(Date.now() - 3_600_000);

describe('the audit chain', () => {
  it('contains every entry once, in the order of ids', async () => {
    for (const title of ['a', 'b', 'c']) await write(title);
    expect(await isDue()).toBe(true);
    const chained = await chainEntries(service.platform, org_id);
    const entries = await service.rows<{ id: number }>(
      sql`select id::float8 from audit_log where org_id = ${org_id} order by id`,
    );
    const links =
      await service.rows<any>(sql`select seq::int, audit_id::float8, encode(prev_hash, 'hex') as prev_hash,
      encode(hash, 'hex') as hash from audit_chain where org_id = ${org_id} order by seq`);
    expect(chained).toBe(entries.length);
    expect(links.map((link) => link.audit_id)).toEqual(entries.map((entry) => entry.id));
    expect(links.map((link) => link.seq)).toEqual(links.map((_, index) => index + 1));
    expect(links[0].prev_hash).toBe('0'.repeat(64));
    expect(links.slice(1).map((link) => link.prev_hash)).toEqual(links.slice(0, -1).map((link) => link.hash));
    expect(await head()).toMatchObject({ seq: chained, hash: links.at(-1).hash });
    expect(await isDue()).toBe(false);
    expect(await chainEntries(service.platform, org_id)).toBe(0);
  });

  it('is extended in batches', async () => {
    for (const title of ['a', 'b', 'c']) await write(title);
    expect([
      await chainBatch(service.platform, org_id, 2),
      await chainBatch(service.platform, org_id, 2),
    ]).toEqual([2, 2]);
    await chainEntries(service.platform, org_id);
    expect(await verify()).toMatchObject({ ok: true, unsealed: 0 });
  });

  it('does not fork with concurrent workers and writes', async () => {
    const writers = Array.from({ length: 30 }, (_, index) => write(`task ${index}`));
    const workers = Array.from({ length: 20 }, () => chainBatch(service.platform, org_id, 7));
    const chained = await Promise.all(workers);
    await Promise.all(writers);
    const rest = await chainEntries(service.platform, org_id);
    const [{ links, entries, last }] = await service.rows<any>(sql`select
      (select count(*)::int from audit_chain where org_id = ${org_id}) as links,
      (select count(*)::int from audit_log where org_id = ${org_id}) as entries,
      (select max(seq)::int from audit_chain where org_id = ${org_id}) as last`);
    expect(chained.reduce((sum, one) => sum + one, 0) + rest).toBe(entries);
    expect([links, last]).toEqual([entries, entries]);
    expect(await verify()).toMatchObject({ ok: true, head_seq: last });
  });

  it('is not extended while another worker holds the lock', async () => {
    await write('a');
    await chainEntries(service.platform, org_id);
    await write('b');
    await database.query('begin');
    await database.query('select from audit_heads where org_id = $1 for update', [org_id]);
    expect(await chainBatch(service.platform, org_id, 100)).toBe(0);
    await database.query('rollback');
    expect(await chainBatch(service.platform, org_id, 100)).toBe(1);
  });
});

it('is extended automatically by several workers', async () => {
  const start = () => startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  const workers = await Promise.all([start(), start()]);
  try {
    await Promise.all(Array.from({ length: 10 }, (_, index) => write(`task ${index}`)));
    await eventually(isDue, (due) => !due);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  const { ok, head_seq } = await verify();
  expect([ok, head_seq]).toEqual([true, (await head()).seq]);
});

it('is extended after writes without a sweep', async () => {
  const { config, platform } = service;
  const options = { config, log: platform.log, opsPort: 0, sweepEveryMs: 3_600_000 };
  // Other roles write entries, too, such as prompts about the tasks, perhaps after the last look.
  const worker = await startWorker({ ...options, only: 'relay,schedules' });
  try {
    // A worker sweeps once when it starts, which could extend the chain in one of the rounds.
    for (const title of ['one', 'two', 'three']) {
      await write(title);
      await eventually(isDue, (due) => !due);
    }
  } finally {
    await worker.stop();
  }
  expect(await verify()).toMatchObject({ ok: true, unsealed: 0 });
});

describe('entries committed late', () => {
  it('are chained although higher ids are in the chain already', async () => {
    await database.query('begin');
    await database.query(addEntry, [org_id, new Date()]);
    await write('committed first');
    await chainEntries(service.platform, org_id);
    const early = await head();
    await database.query('commit');
    const { rows } = await database.query(
      `select id::float8 from audit_log where org_id = $1 and action = 'late'`,
      [org_id],
    );
    expect(rows[0].id).toBeLessThan(early.sealed_id);
    expect(await verify()).toMatchObject({ ok: true, unsealed: 1 });
    expect(await chainEntries(service.platform, org_id)).toBeGreaterThanOrEqual(1);
    expect((await head()).seq).toBeGreaterThan(early.seq);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('are found far below the last id until the log is settled', async () => {
    await database.query('begin');
    await database.query(addEntry, [org_id, longAgo()]);
    const other = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await other.connect();
    await other.query(
      `insert into audit_log (org_id, occurred_at, actor_type, action, resource, request_id)
       select $1, $2, 'system', 'bulk', 'test', 'bulk' from generate_series(1, 1100)`,
      [org_id, longAgo()],
    );
    await other.end();
    await chainEntries(service.platform, org_id);
    await database.query('commit');
    expect(await chainEntries(service.platform, org_id)).toBe(0);
    expect(await isDue()).toBe(false);
    await database.query(`update audit_heads set settled_at = now() - interval '1 hour' where org_id = $1`, [
      org_id,
    ]);
    expect(await isDue()).toBe(true);
    expect(await chainBatch(service.platform, org_id, 1_000, 0)).toBe(1);
    const [settled] =
      await service.rows<any>(sql`select (select settled_id from audit_heads where org_id = ${org_id})
      >= (select max(id) from audit_log where org_id = ${org_id} and action in ('bulk', 'late')) as includes`);
    expect(settled).toEqual({ includes: true });
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('are still possible for recent ids, which therefore stay unsettled', async () => {
    await write('young');
    await chainEntries(service.platform, org_id);
    await database.query(`update audit_heads set settled_at = now() - interval '1 hour' where org_id = $1`, [
      org_id,
    ]);
    await chainEntries(service.platform, org_id);
    const { settled_id, sealed_id } = await head();
    expect(settled_id).toBeLessThan(sealed_id);
  });
});

describe('the head of the chain', () => {
  const publish = () =>
    publishHead(
      systemCaller(service.platform, org_id, { request_id: 'announcing', ip: null, user_agent: null }, [
        'audit_log.sealed',
      ]),
    );
  const anotherDay = () =>
    database.query(`update audit_heads set announced_on = announced_on - 1 where org_id = $1`, [org_id]);

  it('is published once a day, as an event with position and hash', async () => {
    await write('a');
    await chainEntries(service.platform, org_id);
    const none = await recordedBy(service, org_id, publish);
    expect(none.events).toEqual([]);
    await anotherDay();
    expect(await isDue()).toBe(true);
    const { seq, hash } = await head();
    const twice = async () => {
      await Promise.all([publish(), publish()]);
      await publish();
    };
    const { events, audit, outbox } = await recordedBy(service, org_id, twice);
    expect([events, outbox]).toEqual([[`audit_log.sealed ${seq}`], 1]);
    expect(audit).toMatchObject([{ action: 'sealed', resource: 'audit_log', after: { head: hash } }]);
    const { body } = await owner.call('GET', `/events/audit_log/${seq}`);
    expect(body.data[0].payload).toMatchObject({ record_id: seq, record_name: hash });
    expect((await owner.call('GET', '/audit-log/checkpoints')).body).toMatchObject({
      total: 1,
      data: [{ id: seq, head: hash }],
    });
  });

  it('is not published if there are no other new entries', async () => {
    await write('a');
    await chainEntries(service.platform, org_id);
    await anotherDay();
    await publish();
    await chainEntries(service.platform, org_id);
    await anotherDay();
    expect(await isDue()).toBe(false);
    const { events } = await recordedBy(service, org_id, publish);
    expect(events).toEqual([]);
  });
});
