import { createLogger } from '@wfp/shared';
import { expect, it } from 'vitest';
import { caller } from '../../testing/stream-world.ts';
import { RightsCache } from './rights.ts';

const book = () => new RightsCache(createLogger('test', 'silent'), 30_000);
const holder = { end: () => undefined };
/** The caller without any right: what they were before they got one, or after they lost it. */
const powerless = { ...caller, rowScopeFor: () => null };
const types = (rights: { sight: { subjectsByType: ReadonlyMap<string, unknown> } }) => [
  ...rights.sight.subjectsByType.keys(),
];

it('does not show again what a stream that was slow to open had read before', async () => {
  const rights = book();
  const early = performance.now();
  const first = (await rights.load({ caller, readAt: early, reauthorize: async () => powerless })).acquire(
    holder,
  );
  expect(types(first)).toEqual(['task']);
  await first.recheck();
  expect(types(first)).toEqual([]);
  const second = await rights.load({ caller, readAt: early, reauthorize: async () => powerless });
  expect(second).toBe(first);
  expect(types(first)).toEqual([]);
});

it('shows what was read later, also by a stream that opens', async () => {
  const rights = book();
  const reauthorize = async () => caller;
  const first = (await rights.load({ caller: powerless, readAt: performance.now(), reauthorize })).acquire(
    holder,
  );
  expect(types(first)).toEqual([]);
  await rights.load({ caller, readAt: performance.now(), reauthorize });
  expect(types(first)).toEqual(['task']);
});

it('keeps the newest of two that opened at the same time, whichever is kept', async () => {
  const reauthorize = async () => caller;
  const [early, late] = [performance.now(), performance.now() + 1];
  for (const order of ['early first', 'late first']) {
    const rights = book();
    const opened = await Promise.all([
      rights.load({ caller: powerless, readAt: early, reauthorize }),
      rights.load({ caller, readAt: late, reauthorize }),
    ]);
    if (order === 'late first') opened.reverse();
    const [one, other] = opened.map((each) => each.acquire(holder));
    expect(one).toBe(other);
    expect([order, one && types(one)]).toEqual([order, ['task']]);
  }
});
