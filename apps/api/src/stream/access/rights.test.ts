import type { CallerVisibility } from '@wfp/areas';
import { createLogger } from '@wfp/shared';
import { describe, expect, it } from 'vitest';
import { caller } from '../../testing/stream-world.ts';
import { Rights, RightsCache } from './rights.ts';

const newCache = () => new RightsCache(createLogger('test', 'silent'), 30_000);
const holder = { end: () => undefined };
/** The caller before a grant, or after losing it. */
const powerless = { ...caller, rowScopeFor: () => null };
const types = (rights: { visibility: { subjectsByType: ReadonlyMap<string, unknown> } }) => [
  ...rights.visibility.subjectsByType.keys(),
];

it('ignores an older visibility from a stream that opened slowly', async () => {
  const cache = newCache();
  const early = performance.now();
  const first = (await cache.load({ caller, readAt: early, reauthorize: async () => powerless })).acquire(
    holder,
  );
  expect(types(first)).toEqual(['task']);
  await first.recheck();
  expect(types(first)).toEqual([]);
  const second = await cache.load({ caller, readAt: early, reauthorize: async () => powerless });
  expect(second).toBe(first);
  expect(types(first)).toEqual([]);
});

it('uses a newer visibility read by a stream that opens', async () => {
  const cache = newCache();
  const reauthorize = async () => caller;
  const first = (await cache.load({ caller: powerless, readAt: performance.now(), reauthorize })).acquire(
    holder,
  );
  expect(types(first)).toEqual([]);
  await cache.load({ caller, readAt: performance.now(), reauthorize });
  expect(types(first)).toEqual(['task']);
});

it('keeps the newest visibility of two streams that open concurrently', async () => {
  const reauthorize = async () => caller;
  const [early, late] = [performance.now(), performance.now() + 1];
  for (const order of ['early first', 'late first']) {
    const cache = newCache();
    const opened = await Promise.all([
      cache.load({ caller: powerless, readAt: early, reauthorize }),
      cache.load({ caller, readAt: late, reauthorize }),
    ]);
    if (order === 'late first') opened.reverse();
    const [one, other] = opened.map((each) => each.acquire(holder));
    expect(one).toBe(other);
    expect([order, one && types(one)]).toEqual([order, ['task']]);
  }
});

/** Starts a check of many credentials of organization 1 and one of organization 2; each ends when the test ends it. */
async function blockedChecks(count: number, isUnverified: (org_id: number) => boolean) {
  const cache = newCache();
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const begin = async (org_id: number, id: number) => {
    const own = {
      ...{ ...caller, org_id, user_id: id, is_unverified: isUnverified(org_id) },
      ...{ credential: { kind: 'api_key', id, expires_at: null }, rowScopeFor: () => null },
    } as typeof caller;
    const reauthorize = async () => {
      started.push(org_id);
      await new Promise<void>((end) => ends.push(end));
      return own;
    };
    const rights = await cache.load({ caller: own, readAt: performance.now(), reauthorize });
    void rights.acquire(holder).recheck();
  };
  for (let id = 1; id <= count; id += 1) await begin(id % 2 === 0 ? 1 : 3, id);
  await begin(2, count + 1);
  const endNext = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, endNext };
}

it('checks the rights of organizations in rotation, all unverified ones as one', async () => {
  const { started, endNext } = await blockedChecks(100, (org_id) => org_id !== 2);
  while (!started.includes(2)) await endNext();
  // Four run at once; of the unverified ones, one more had its turn.
  expect(started).toEqual([3, 1, 3, 1, 3, 2]);
});

describe('the memory of what callers see', () => {
  const mib = 1024 * 1024;
  const visibility = { subjectsByType: new Map() } as unknown as CallerVisibility;
  const newRights = (cache: RightsCache, id: number, bytes: number, part: number | string) =>
    new Rights(
      `${part} ${id}`,
      caller,
      async () => caller,
      { visibility, bytes, turn: [part, 1, id], readAt: 0 },
      cache,
    );
  const open = (cache: RightsCache, count: number, bytes: number, part: number | string) => {
    for (let id = 1; id <= count; id += 1) newRights(cache, id, bytes, part).acquire(holder);
  };

  it('is limited for an organization, except for callers who see few', () => {
    const cache = newCache();
    open(cache, 8, mib, 1);
    expect(newRights(cache, 9, mib, 1).hasRoom).toBe(false);
    expect(newRights(cache, 9, 4 * 1024, 1).hasRoom).toBe(true);
    expect(newRights(cache, 8, mib, 1).hasRoom).toBe(true);
    expect(newRights(cache, 9, mib, 2).hasRoom).toBe(true);
  });

  it('is limited for all organizations together', () => {
    const cache = newCache();
    for (let org_id = 1; org_id <= 16; org_id += 1) open(cache, 8, mib, org_id);
    expect(newRights(cache, 1, mib, 17).hasRoom).toBe(false);
    expect(newRights(cache, 1, 4 * 1024, 17).hasRoom).toBe(true);
  });

  it('is free again when streams have ended', () => {
    const cache = newCache();
    const rights = newRights(cache, 1, 8 * mib, 'unverified').acquire(holder);
    expect(newRights(cache, 2, mib, 'unverified').hasRoom).toBe(false);
    rights.release(holder);
    expect(newRights(cache, 2, mib, 'unverified').hasRoom).toBe(true);
  });

  it('ends the streams of callers who see more than fits after a change of roles, and counts them no more', () => {
    const cache = newCache();
    const opened = Array.from({ length: 20 }, (_, id) => {
      const rights = newRights(cache, id, 100, 'unverified');
      const one = {
        rights,
        isOpen: true,
        end() {
          one.isOpen = false;
          rights.release(one);
        },
      };
      rights.acquire(one);
      return one;
    });
    for (const { rights } of opened)
      rights.update({ visibility, bytes: mib, turn: ['unverified', 1, 1], readAt: 1 });
    expect(opened.filter(({ isOpen }) => isOpen)).toHaveLength(8);
    expect(cache.size).toBe(8);
    expect(newRights(cache, 30, mib, 'unverified').hasRoom).toBe(false);
    const [first] = opened;
    first?.rights.update({ visibility, bytes: mib, turn: ['unverified', 1, 1], readAt: 2 });
    expect(first?.isOpen).toBe(true);
    first?.end();
    expect(newRights(cache, 30, mib, 'unverified').hasRoom).toBe(true);
  });
});
