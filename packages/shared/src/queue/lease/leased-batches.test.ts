import { AppError, type Retry } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { describe, expect, it } from 'vitest';
import {
  add,
  batchedBacklog,
  declared,
  finish,
  given,
  type Parcel,
  parcels,
  run,
  service,
  useParcels,
} from '../testing/parcels.ts';
import type { LeasedLane } from './leased-lane.ts';

const { sql } = Prisma;

useParcels();

/** The labels of each batch, and of rows that were handled one by one. */
let handled: string[][] = [];

const inBatches = (
  work: (rows: readonly Parcel[]) => Promise<ReadonlyMap<Parcel, unknown>>,
  own: Partial<LeasedLane<Parcel>> = {},
) => {
  handled = [];
  return declared({
    backlog: batchedBacklog,
    batches: {
      maxRows: 4,
      work: async ({ rows }) => {
        handled.push(rows.map(({ label }) => label));
        return work(rows);
      },
    },
    work: async ({ row }) => {
      handled.push([`alone: ${row.label}`]);
      await finish(row);
      return undefined;
    },
    ...own,
  });
};
const finishAll = async (rows: readonly Parcel[]) => {
  for (const row of rows) await finish(row);
  return new Map<Parcel, unknown>();
};
const states = async () =>
  (await parcels()).map(({ label, status, attempts }) => `${label} ${status} ${attempts}`);

describe('a lane that handles rows in batches', () => {
  it('leases a batch with one statement, and other rows up to their own limit', async () => {
    await add('single 1', 'a', 'single 2', 'b', 'single 3', 'c', 'd', 'e');
    const limits = { single: 1, batched: 3 };
    const leased = await batchedBacklog.lease(service.platform, 7, limits);
    expect(leased.map(({ label, is_batched, attempts }) => [label, is_batched, attempts])).toEqual([
      ['single 1', false, 1],
      ['a', true, 1],
      ['b', true, 1],
    ]);
    expect((await states()).filter((one) => one.includes('waiting'))).toHaveLength(5);
  });

  it('handles all rows of both kinds, with several workers at once', async () => {
    const lane = inBatches(finishAll);
    const labels = ['a', 'b', 'c', 'd', 'e', 'f', 'single 1', 'single 2', 'single 3', 'g'];
    await add(...labels);
    await Promise.all([run(lane), run(lane)]);
    await run(lane);
    expect(await states()).toEqual(labels.map((label) => `${label} done 1`));
    const alone = handled.filter(([label]) => label?.startsWith('alone: '));
    expect(alone.flat().toSorted()).toEqual(['alone: single 1', 'alone: single 2', 'alone: single 3']);
    expect(handled.flat()).toHaveLength(labels.length);
    expect(Math.max(...handled.map((batch) => batch.length))).toBeGreaterThan(1);
  });

  it('retries only the rows of a batch that failed', async () => {
    const lane = inBatches(async (rows) => {
      const bad = rows.filter(({ label }) => label === 'b');
      await finishAll(rows.filter((row) => !bad.includes(row)));
      return new Map(bad.map((row) => [row, new Error('broken')]));
    });
    await add('a', 'b', 'c');
    await run(lane);
    expect(await states()).toEqual(['a done 1', 'b waiting 1', 'c done 1']);
    expect((await parcels())[1]).toMatchObject({ error: 'no', is_later: true });
  });

  it('handles rows in batches of one if their batch failed, so that one fails alone', async () => {
    const lane = inBatches(async (rows) => {
      if (rows.some(({ label }) => label === 'b')) throw new Error('broken');
      return finishAll(rows);
    });
    await add('a', 'b', 'c');
    await run(lane);
    expect(handled).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
    expect(await states()).toEqual(['a done 1', 'b waiting 1', 'c done 1']);
  });

  it('handles a row alone that was attempted before, because it may have stopped its worker', async () => {
    given.length = 0;
    const lane = inBatches(finishAll);
    await add('a', 'stopped one', 'stopped all', 'b');
    await executeOperational(
      service.platform,
      sql`update parcels set status = 'running', leased_until = now(),
        attempts = case when label = 'stopped one' then 1 else 3 end where label like 'stopped%' returning id`,
    );
    await run(lane);
    expect(handled).toEqual([['a', 'b'], ['stopped one']]);
    expect(given).toEqual(['stopped all without an error']);
  });

  it('retries all rows later if the database was unavailable', async () => {
    const lane = inBatches(async () => {
      throw new AppError('unavailable', 'The database is unavailable');
    });
    await add('a', 'b');
    await run(lane);
    expect(handled).toEqual([['a', 'b']]);
    expect(await states()).toEqual(['a waiting 1', 'b waiting 1']);
  });

  it('returns rows without counting an attempt when the worker drains', async () => {
    const draining = new AbortController();
    const lane = inBatches(async () => {
      draining.abort();
      throw new Error('broken');
    });
    await add('a', 'b');
    await run(lane, draining.signal);
    expect(await states()).toEqual(['a waiting 0', 'b waiting 0']);
  });

  it('continues with batches while rows handled one by one use all capacity', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const lane = inBatches(
      async (rows) => {
        const errors = await finishAll(rows);
        if (rows.some(({ label }) => label === 'last')) resolve(undefined);
        return errors;
      },
      {
        work: async ({ row }): Promise<Retry | undefined> => {
          await promise;
          await finish(row);
          return undefined;
        },
      },
    );
    await add('single 1', 'single 2', 'a', 'b', 'c', 'd', 'e', 'last');
    await run(lane);
    expect((await states()).every((one) => one.endsWith('done 1'))).toBe(true);
  });
});
