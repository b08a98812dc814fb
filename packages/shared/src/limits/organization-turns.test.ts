import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OrganizationTurns } from './organization-turns.ts';

const workFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
async function whileRunning(turns: OrganizationTurns): Promise<void> {
  while (turns.size > 0) await setImmediate();
}

it('runs the work of one organization in order, and other work in between', async () => {
  const turns = new OrganizationTurns();
  const done: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => turns.run(1, () => done.push(name)));
  let other = 0;
  const counting = (async () => {
    for (; done.length < 3; other += 1) await setImmediate();
  })();
  await Promise.all([...all, counting]);
  expect([done, other >= 2]).toEqual([['a', 'b', 'c'], true]);
  await whileRunning(turns);
});

it('pauses an organization after expensive work for several times its duration, not others', async () => {
  const turns = new OrganizationTurns();
  const ended: [string, number][] = [];
  const from = performance.now();
  const end = (name: string) => () => ended.push([name, performance.now() - from]);
  await Promise.all([turns.run(1, () => workFor(60)), turns.run(1, end('one')), turns.run(2, end('other'))]);
  expect(ended.map(([name]) => name)).toEqual(['other', 'one']);
  expect(ended[1]?.[1]).toBeGreaterThanOrEqual(230);
});

it('does not pause after work that is declared cheap', async () => {
  const turns = new OrganizationTurns();
  const order: string[] = [];
  await Promise.all([
    turns.run(1, () => workFor(40)),
    turns.run(2, () => workFor(40), { isCheap: () => true }),
    turns.run(1, () => order.push('paused')),
    turns.run(2, () => order.push('cheap')),
  ]);
  expect(order).toEqual(['cheap', 'paused']);
});

it('continues after an error, and skips work whose signal is aborted', async () => {
  const turns = new OrganizationTurns();
  const { signal } = { signal: AbortSignal.abort(new Error('too late')) };
  const skipped: string[] = [];
  const results = await Promise.allSettled([
    turns.run(1, () => Promise.reject(new Error('broken'))),
    turns.run(1, () => skipped.push('done'), { signal }),
    turns.run(1, () => 'next'),
  ]);
  expect(results).toMatchObject([
    { reason: { message: 'broken' } },
    { reason: { message: 'too late' } },
    { value: 'next' },
  ]);
  expect(skipped).toEqual([]);
  await whileRunning(turns);
});
