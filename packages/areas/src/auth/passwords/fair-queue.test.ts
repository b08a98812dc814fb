import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const limits = { maxRunning: 2, maxWaiting: 4, maxWaitingInAll: 8, rejection: () => new Error('Full') };

/** A queue whose work ends when the test ends it. */
class Work {
  readonly queue = new FairQueue(limits);
  /** Names of the work, in the order in which it started. */
  readonly started: string[] = [];
  readonly rejected: string[] = [];
  readonly #ends = new Map<string, (error?: Error) => void>();
  readonly #results: Promise<unknown>[] = [];

  async add(group: string, ...names: string[]): Promise<void> {
    for (const name of names) {
      const run = () =>
        new Promise<string>((resolve, reject) => {
          this.started.push(name);
          this.#ends.set(name, (error) => (error ? reject(error) : resolve(name)));
        });
      const result = this.queue.run(group, run);
      this.#results.push(result.catch((error: Error) => this.rejected.push(`${name}: ${error.message}`)));
    }
    await settle();
  }

  async end(name: string, error?: Error): Promise<void> {
    this.#ends.get(name)?.(error);
    await settle();
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('runs one piece of a group at a time, and lets groups take turns', async () => {
  const work = new Work();
  await work.add('a', 'a1', 'a2', 'a3');
  expect(work.started).toEqual(['a1']);
  await work.add('b', 'b1', 'b2');
  await work.add('c', 'c1');
  expect(work.started).toEqual(['a1', 'b1']);
  await work.end('b1');
  expect(work.started).toEqual(['a1', 'b1', 'b2']);
  await work.add('d', 'd1');
  await work.end('a1');
  expect(work.started.slice(3)).toEqual(['a2']);
  await work.add('a', 'a4');
  await work.end('a2');
  expect(work.started.slice(4)).toEqual(['c1']);
  await work.end('c1');
  await work.end('b2');
  expect(work.started.slice(5)).toEqual(['d1', 'a3']);
  await work.end('d1');
  await work.end('a3');
  expect(work.started.slice(7)).toEqual(['a4']);
});

it('lets the first piece of a group wait for at most one piece of each other group', async () => {
  const work = new Work();
  for (const group of ['a', 'b', 'c', 'd']) await work.add(group, `${group}1`, `${group}2`);
  await work.add('victim', 'victim');
  for (const name of work.started) {
    if (!work.started.includes('victim')) await work.end(name);
  }
  expect(work.started).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'd1', 'victim']);
});

it('starts the next piece after one that failed', async () => {
  const work = new Work();
  await work.add('a', 'a1', 'a2');
  await work.end('a1', new Error('Broken'));
  expect([work.started, work.rejected]).toEqual([['a1', 'a2'], ['a1: Broken']]);
  await work.end('a2');
  await work.add('a', 'a3');
  expect(work.started).toEqual(['a1', 'a2', 'a3']);
});

it('rejects the work of a group of which too much waits', async () => {
  const work = new Work();
  await work.add('a', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  expect(work.rejected).toEqual(['a6: Full']);
  await work.add('b', 'b1');
  expect(work.started).toEqual(['a1', 'b1']);
});

it('rejects the last work of the largest group when too much waits in all', async () => {
  const work = new Work();
  await work.add('a', 'a1', 'a2', 'a3', 'a4', 'a5');
  await work.add('b', 'b1', 'b2', 'b3', 'b4');
  await work.add('c', 'c1');
  expect(work.rejected).toEqual([]);
  await work.add('d', 'd1');
  expect(work.rejected).toEqual(['a5: Full']);
  await work.add('d', 'd2', 'd3');
  expect(work.rejected.sort()).toEqual(['a4: Full', 'a5: Full', 'd3: Full']);
  for (const name of ['a1', 'b1']) await work.end(name);
  expect(work.started.slice(2)).toEqual(['a2', 'b2']);
});
