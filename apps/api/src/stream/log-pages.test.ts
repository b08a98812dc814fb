import type { StreamedEvent } from '@wfp/shared';
import { expect, it } from 'vitest';
import { event } from '../testing/stream-world.ts';
import { Feed } from './feed.ts';
import { LogPages } from './log-pages.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Pages of a log whose reads end when the test ends them, in the order in which they started. */
class BlockedLog {
  readonly started: string[] = [];
  readonly #ends: ((error?: Error) => void)[] = [];
  readonly pages = new LogPages(
    (org_id, position) =>
      new Promise<StreamedEvent[]>((resolve, reject) => {
        this.started.push(`${org_id}: ${position}`);
        this.#ends.push((error) => (error ? reject(error) : resolve([event(position + 1)])));
      }),
  );

  async endNext(error?: Error): Promise<void> {
    this.#ends.shift()?.(error);
    await settle();
  }
}

const verified = (org_id: number) => [org_id, org_id, null];
const unverified = (org_id: number) => ['unverified', org_id, null];

it('reads the first page of an organization after one of another, however many streams that has', async () => {
  const log = new BlockedLog();
  const [many, one] = [new Feed(1), new Feed(2)];
  for (let position = 0; position < 1_000; position += 1)
    void log.pages.readAfter(many, position, verified(1));
  const page = log.pages.readAfter(one, 5, verified(2));
  while (!log.started.includes('2: 5')) await log.endNext();
  expect(log.started).toEqual(['1: 0', '1: 1', '1: 2', '2: 5']);
  await log.endNext();
  await log.endNext();
  expect((await page).events).toEqual([event(6)]);
  expect(log.started.slice(4)).toEqual(['1: 3', '1: 4']);
});

it('reads one page for all unverified organizations, then one of each other organization', async () => {
  const log = new BlockedLog();
  for (let org_id = 10; org_id < 60; org_id += 1)
    void log.pages.readAfter(new Feed(org_id), 0, unverified(org_id));
  void log.pages.readAfter(new Feed(1), 0, verified(1));
  void log.pages.readAfter(new Feed(2), 0, verified(2));
  for (let ended = 0; ended < 4; ended += 1) await log.endNext();
  expect(log.started).toEqual(['10: 0', '11: 0', '12: 0', '1: 0', '2: 0', '13: 0']);
});

it('reads a page once for all streams of a feed that request it before it is read, and again later', async () => {
  const log = new BlockedLog();
  const feed = new Feed(1);
  const read = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => log.pages.readAfter(feed, 7, verified(1))));
  const shared = read(100);
  const otherFeed = log.pages.readAfter(new Feed(2), 7, verified(2));
  expect(log.started).toEqual(['1: 7', '2: 7']);
  await log.endNext();
  await log.endNext();
  const pages = (await shared).map((one) => one.status === 'fulfilled' && one.value);
  expect([new Set(pages).size, pages[0]]).toEqual([1, await otherFeed]);
  const failed = read(2);
  await log.endNext(new Error('The database stopped'));
  expect((await failed).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  void read(1);
  expect(log.started).toEqual(['1: 7', '2: 7', '1: 7', '1: 7']);
});

it('does not share a page of the log before a restart', async () => {
  const log = new BlockedLog();
  const feed = new Feed(1);
  void log.pages.readAfter(feed, 0, verified(1));
  feed.restart(3);
  void log.pages.readAfter(feed, 0, verified(1));
  expect(log.started).toEqual(['1: 0', '1: 0']);
});
