import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LeasedRow, leasedBacklog } from './backlog.store.ts';
import type { Lane, LaneRun } from './job.ts';
import { type LeasedLane, LostLease, leasedLane } from './leased-lane.ts';

const { sql, raw } = Prisma;

interface Parcel extends LeasedRow {
  label: string;
}

const leasedFor = (leaseSeconds: number) =>
  leasedBacklog<Parcel>({
    table: 'parcels',
    states: { waiting: 'waiting', running: 'running' },
    leasedUntil: 'leased_until',
    dueAt: 'due_at',
    error: 'error',
    leaseSeconds,
    returning: sql`w.label`,
  });
const backlog = leasedFor(30);

const reaches = (look: () => number, least: number) => eventually(look, (count) => count >= least);

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
  await owner(`create table parcels (org_id int not null, id serial primary key, label text not null,
    status text not null default 'waiting', attempts int not null default 0, due_at timestamptz not null default now(),
    leased_until timestamptz, error text);
    grant select, insert, update, delete on parcels to public; grant usage on sequence parcels_id_seq to public`);
});
afterAll(() => service.stop());

/** Runs as the owner of the tables: the role of the service cannot create any. */
async function owner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const org_id = 7;
const add = async (...labels: string[]) => {
  for (const label of labels)
    await executeOperational(
      service.platform,
      sql`insert into parcels (org_id, label) values (${org_id}, ${label}) returning id`,
    );
};
const parcels = () =>
  readCrossTenant<any>(
    service.platform,
    sql`select label, status, attempts, error, leased_until is not null as is_leased, due_at > now() as is_later
      from parcels where org_id = ${org_id} order by id`,
  );
const finish = (row: LeasedRow) =>
  executeOperational(
    service.platform,
    sql`update parcels w set status = 'done', leased_until = null where ${backlog.stillLeased(org_id, row)} returning w.id`,
  );
const expire = () =>
  executeOperational(
    service.platform,
    sql`update parcels set leased_until = now(), due_at = now() returning id`,
  );

beforeEach(() => executeOperational(service.platform, sql`delete from ${raw('parcels')} returning id`));

const given: string[] = [];
const declared = (own: Partial<LeasedLane<Parcel>>) =>
  leasedLane<Parcel>({
    queue: 'parcels',
    concurrency: 1,
    backlog,
    parallel: 2,
    maxRunMs: 5_000,
    renewEveryMs: 20,
    maxAttempts: 3,
    work: async ({ row }) => void (await finish(row)),
    retry: () => ({ afterMs: 60_000, error: 'no' }),
    giveUp: async (_, row, error) => {
      given.push(`${row.label} ${(error as Error | undefined)?.message ?? 'without an error'}`);
      await finish(row);
    },
    ...own,
  }) as unknown as Lane<{ org_id: number }>;

const run = (lane: Lane<{ org_id: number }>, signal = new AbortController().signal) =>
  lane.run({
    platform: service.platform,
    payload: { org_id },
    origin: { request_id: 'test', ip: null, user_agent: null },
    emits: [],
    log: service.platform.log,
    note: async () => undefined,
    signal,
  } as LaneRun<{ org_id: number }>);

describe('a lane of leased rows', () => {
  it('finds the organizations with due rows and finishes each row once, with several workers', async () => {
    const seen: string[] = [];
    const lane = declared({
      work: async ({ row }) => {
        seen.push(row.label);
        await finish(row);
      },
    });
    const labels = Array.from({ length: 12 }, (_, index) => `parcel ${index}`);
    await add(...labels);
    expect(await lane.due(service.platform)).toEqual([{ org_id }]);
    const ends = await Promise.all([run(lane), run(lane), run(lane)]);
    expect(await parcels()).toEqual(
      labels.map((label) => ({
        ...{ label, status: 'done', attempts: 1, error: null },
        ...{ is_leased: false, is_later: false },
      })),
    );
    // A run that ends before the others returns the end of their leases, in case their worker dies.
    expect(ends).toContain(null);
    expect(await run(lane)).toBeNull();
    expect(seen.toSorted()).toEqual(labels.toSorted());
    expect(await lane.due(service.platform)).toEqual([]);
  });

  it('retries after the requested time, stores the reason, and returns when to run again', async () => {
    const lane = declared({
      work: async () => {
        throw new Error('broken');
      },
    });
    await add('a');
    const next = await run(lane);
    expect(next?.getTime()).toBeGreaterThan(Date.now() + 50_000);
    expect(await parcels()).toEqual([
      { label: 'a', status: 'waiting', attempts: 1, error: 'no', is_leased: false, is_later: true },
    ]);
  });

  it('gives a row up after its last attempt, and without another one if workers died during all of them', async () => {
    given.length = 0;
    const lane = declared({
      work: async () => {
        throw new Error('broken');
      },
    });
    await add('fails', 'kills', 'retries');
    await executeOperational(
      service.platform,
      sql`update parcels set attempts = 2 where label = 'fails' returning id`,
    );
    await executeOperational(
      service.platform,
      sql`update parcels set attempts = 3, status = 'running', leased_until = now() where label = 'kills' returning id`,
    );
    await executeOperational(
      service.platform,
      sql`update parcels set attempts = 1 where label = 'retries' returning id`,
    );
    expect(await run(lane)).toEqual(expect.any(Date));
    expect((await parcels()).at(-1)).toMatchObject({ label: 'retries', status: 'waiting', attempts: 2 });
    expect(given.toSorted()).toEqual(['fails broken', 'kills without an error']);
  });

  it('renews leases while work is in progress, and aborts work whose row another worker has leased', async () => {
    const stolen = Promise.withResolvers<unknown>();
    let isRefused = false;
    const lane = declared({
      backlog: {
        ...backlog,
        renew: async (...args) => {
          // A rejected renewal aborts the work, so that no other worker starts the row at the same time.
          if (isRefused) stolen.resolve('not aborted');
          const held = await backlog.renew(...args);
          isRefused ||= held.length === 0;
          return held;
        },
      },
      work: async ({ signal }) => {
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }).catch((reason: unknown) => {
          stolen.resolve(reason);
          throw reason;
        });
        return undefined;
      },
    });
    const draining = new AbortController();
    await add('a');
    const running = run(lane, draining.signal);
    await eventually(parcels, ([row]) => row?.is_leased);
    await expire();
    // Renewed: nothing is due although the lease was shortened.
    await eventually(
      () => lane.due(service.platform),
      (due) => due.length === 0,
    );
    await executeOperational(service.platform, sql`update parcels set attempts = attempts + 1 returning id`);
    const reason = await stolen.promise;
    // Also ends the run that was not aborted.
    draining.abort();
    await running;
    expect(reason).toBeInstanceOf(LostLease);
    // The row belongs to its new owner: this worker neither returned nor failed it.
    expect(await parcels()).toMatchObject([{ status: 'running', attempts: 2, error: null }]);
  });

  it('keeps renewing rows in progress when it cannot lease more, and fails when they are finished', async () => {
    const done = Promise.withResolvers<void>();
    let leases = 0;
    const lane = declared({
      backlog: {
        ...backlog,
        lease: async (...args) => {
          leases += 1;
          if (leases > 1) throw new Error('no connection');
          return backlog.lease(...args);
        },
      },
      work: async ({ row }) => {
        await done.promise;
        await finish(row);
      },
    });
    await add('a');
    const failed = run(lane).then(
      () => 'not failed',
      (error: Error) => error.message,
    );
    await reaches(() => leases, 2);
    await expire();
    await eventually(
      () => lane.due(service.platform),
      (due) => due.length === 0,
    ).finally(done.resolve);
    expect(await failed).toBe('no connection');
    expect(await parcels()).toMatchObject([{ status: 'done', attempts: 1 }]);
    expect(leases).toBe(2);
  });

  it('renews its leases after a stall before it leases again, and starts none of its own rows twice', async () => {
    const short = leasedFor(1);
    const done = Promise.withResolvers<void>();
    const started: string[] = [];
    let leases = 0;
    const lane = declared({
      backlog: {
        ...short,
        lease: (...args) => {
          leases += 1;
          return short.lease(...args);
        },
        renew: async (...args) => {
          await sleep(50);
          return short.renew(...args);
        },
      },
      parallel: 4,
      renewEveryMs: 300,
      work: async ({ row }) => {
        started.push(`${row.label} ${row.attempts}`);
        await done.promise;
        await finish(row);
      },
    });
    await add('a');
    const running = run(lane);
    await reaches(() => started.length, 1);
    // The whole process stalls for longer than its leases last.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300);
    const before = leases;
    await reaches(() => leases, before + 2).finally(done.resolve);
    await running;
    expect(started).toEqual(['a 1']);
    expect(await parcels()).toMatchObject([{ status: 'done', attempts: 1 }]);
  });

  it('returns rows untried when the worker drains, and leases nothing more', async () => {
    const draining = new AbortController();
    const lane = declared({
      work: async ({ signal }) => {
        draining.abort();
        signal.throwIfAborted();
        return undefined;
      },
    });
    await add('a', 'b', 'c');
    expect(await run(lane, draining.signal)).toEqual(expect.any(Date));
    expect((await parcels()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 0],
    ]);
  });
});
