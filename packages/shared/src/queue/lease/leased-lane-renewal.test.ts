import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { eventually } from '@wfp/testing/receiver.ts';
import { describe, expect, it } from 'vitest';
import {
  add,
  backlog,
  declared,
  expire,
  finish,
  leasedFor,
  parcels,
  run,
  service,
  untilAtLeast,
  useParcels,
} from '../testing/parcels.ts';
import { LostLease } from './leased-lane.ts';

const { sql } = Prisma;

useParcels();

describe('renewals of a lane of leased rows', () => {
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
    await untilAtLeast(() => leases, 2);
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
    await untilAtLeast(() => started.length, 1);
    // The whole process stalls for longer than its leases last.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300);
    const before = leases;
    await untilAtLeast(() => leases, before + 2).finally(done.resolve);
    await running;
    expect(started).toEqual(['a 1']);
    expect(await parcels()).toMatchObject([{ status: 'done', attempts: 1 }]);
  });

  it('leases the remaining rows after a slow renewal during which all rows in progress finished', async () => {
    const started = Promise.withResolvers<void>();
    const renewing = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    const lane = declared({
      backlog: {
        ...backlog,
        renew: async (...args) => {
          await add('b');
          renewing.resolve();
          await finished.promise;
          await sleep(350);
          return backlog.renew(...args);
        },
      },
      renewEveryMs: 300,
      work: async ({ row }) => {
        started.resolve();
        await renewing.promise;
        await finish(row);
        finished.resolve();
      },
    });
    await add('a');
    const running = run(lane);
    await started.promise;
    await setImmediate();
    // The process stalls while the run waits, so that its next lease waits for an overdue renewal.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    expect(await running).toBeNull();
    expect(await parcels()).toMatchObject([
      { label: 'a', status: 'done' },
      { label: 'b', status: 'done' },
    ]);
  });
});
