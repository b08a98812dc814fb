import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { describe, expect, it } from 'vitest';
import {
  add,
  declared,
  finish,
  given,
  org_id,
  parcels,
  run,
  service,
  useParcels,
} from '../testing/parcels.ts';

const { sql } = Prisma;

useParcels();

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
    // A run that ends before the other runs returns the time at which their leases end, in case their worker dies.
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

  it('gives up on a row after its last attempt, even if workers died during all attempts', async () => {
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

  it('returns rows without counting an attempt when the worker drains, and leases no more rows', async () => {
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
