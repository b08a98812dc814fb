import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CombinedQueue, type Turn } from './combined-queue.ts';

interface Statement {
  writes: readonly string[];
  succeed(rows?: readonly number[]): void;
  fail(error: Error): void;
}

/** A queue whose statements run until the test ends them. */
function startQueue() {
  const statements: Statement[] = [];
  let idles = 0;
  const queue = new CombinedQueue<string, string>(
    (writes) =>
      new Promise((resolve, reject) => {
        statements.push({
          writes,
          succeed: (rows = writes.map((_, index) => index)) =>
            resolve(new Map(rows.map((index) => [index, `row of ${writes[index]}`]))),
          fail: reject,
        });
      }),
    () => {
      idles += 1;
    },
  );
  return { queue, statements, idles: () => idles };
}

async function expectAlone(turn: Promise<Turn<string>>): Promise<() => void> {
  const one = await turn;
  if (!('finish' in one)) throw new Error('Expected a turn alone');
  return one.finish;
}

it('lets a single write start immediately, and the next one after it has finished', async () => {
  const { queue, statements, idles } = startQueue();
  const finish = await expectAlone(queue.wait('first'));
  finish();
  expect(idles()).toBe(1);
  (await expectAlone(queue.wait('second')))();
  expect(statements).toEqual([]);
});

it('combines writes that arrive at the same time', async () => {
  const { queue, statements } = startQueue();
  const turns = Promise.all([queue.wait('a'), queue.wait('b'), queue.wait('c')]);
  await nextTurn();
  expect(statements.map(({ writes }) => writes)).toEqual([['a', 'b', 'c']]);
  statements[0]?.succeed();
  expect(await turns).toEqual([{ row: 'row of a' }, { row: 'row of b' }, { row: 'row of c' }]);
});

it('combines writes that arrive while another statement is running, up to 64 in the order of arrival', async () => {
  const { queue, statements } = startQueue();
  const finish = await expectAlone(queue.wait('first'));
  const names = Array.from({ length: 100 }, (_, index) => `write ${index}`);
  const turns = Promise.all(names.map((name) => queue.wait(name)));
  await nextTurn();
  expect(statements).toEqual([]);
  finish();
  await nextTurn();
  statements[0]?.succeed();
  await eventually(
    () => statements.length,
    (count) => count === 2,
  );
  statements[1]?.succeed();
  expect(statements.map(({ writes }) => writes)).toEqual([names.slice(0, 64), names.slice(64)]);
  expect(await turns).toEqual(names.map((name) => ({ row: `row of ${name}` })));
});

it('writes a row at most once per statement, in the order of arrival', async () => {
  const { queue, statements } = startQueue();
  const turns = [queue.wait('a1', 1), queue.wait('b1', 2), queue.wait('a2', 1), queue.wait('c1', 3)];
  await nextTurn();
  expect(statements[0]?.writes).toEqual(['a1', 'b1', 'c1']);
  statements[0]?.succeed();
  (await expectAlone(turns[2] as Promise<Turn<string>>))();
});

it('gives writes that a statement skipped their own turn, without delaying others', async () => {
  const { queue, statements } = startQueue();
  const turns = Promise.all(['a', 'b', 'c'].map((name) => queue.wait(name)));
  await nextTurn();
  statements[0]?.succeed([0, 2]);
  expect(await turns).toEqual([{ row: 'row of a' }, { finish: expect.any(Function) }, { row: 'row of c' }]);
  // `finish` of the skipped write has not been called.
  (await expectAlone(queue.wait('later')))();
});

it('fails the writes of a failed statement only', async () => {
  const { queue, statements } = startQueue();
  const turns = Promise.allSettled([queue.wait('a'), queue.wait('b')]);
  await nextTurn();
  const later = queue.wait('later');
  statements[0]?.fail(new Error('Connection lost'));
  expect(await turns).toEqual([
    { status: 'rejected', reason: new Error('Connection lost') },
    { status: 'rejected', reason: new Error('Connection lost') },
  ]);
  (await expectAlone(later))();
});

it('does not hold back writes behind a statement that waits for a lock', async () => {
  const { queue, statements } = startQueue();
  const stuck = [queue.wait('a'), queue.wait('b')];
  await nextTurn();
  const others = Promise.all([queue.wait('c'), queue.wait('d')]);
  await eventually(
    () => statements.length,
    (count) => count === 2,
  );
  statements[1]?.succeed();
  expect(await others).toEqual([{ row: 'row of c' }, { row: 'row of d' }]);
  statements[0]?.succeed();
  expect(await Promise.all(stuck)).toEqual([{ row: 'row of a' }, { row: 'row of b' }]);
});

describe('a statement that takes long', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = async (ms: number): Promise<void> => {
    vi.advanceTimersByTime(ms);
    for (let count = 0; count < 5; count += 1) await nextTurn();
  };

  it('holds back writes for 50 ms, although an earlier statement has finished', async () => {
    const { queue, statements } = startQueue();
    const turns = [queue.wait('a'), queue.wait('b')];
    await pass(0);
    turns.push(queue.wait('c'), queue.wait('d'));
    await pass(49);
    expect(statements).toHaveLength(1);
    await pass(1);
    turns.push(queue.wait('e'), queue.wait('f'));
    statements[0]?.succeed();
    await pass(49);
    expect(statements.map(({ writes }) => writes)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    await pass(1);
    expect(statements[2]?.writes).toEqual(['e', 'f']);
    for (const one of statements) one.succeed();
    expect(await Promise.all(turns)).toHaveLength(6);
  });

  it('is not released by the timer of one that has finished', async () => {
    const { queue, statements } = startQueue();
    const finish = await expectAlone(queue.wait('first'));
    await pass(40);
    finish();
    const turns = [queue.wait('a'), queue.wait('b')];
    await pass(0);
    turns.push(queue.wait('c'), queue.wait('d'));
    await pass(49);
    expect(statements).toHaveLength(1);
    await pass(1);
    expect(statements).toHaveLength(2);
    for (const one of statements) one.succeed();
    expect(await Promise.all(turns)).toHaveLength(4);
  });

  it('does not count finished statements among the four', async () => {
    const { queue, statements } = startQueue();
    for (let count = 0; count < 5; count += 1) (await expectAlone(queue.wait('finished')))();
    const turns = [queue.wait('a'), queue.wait('b')];
    await pass(0);
    turns.push(queue.wait('c'), queue.wait('d'));
    await pass(50);
    expect(statements).toHaveLength(2);
    for (const one of statements) one.succeed();
    expect(await Promise.all(turns)).toHaveLength(4);
  });
});

it('runs at most four statements that wait for locks', async () => {
  const { queue, statements } = startQueue();
  const turns = [];
  for (let count = 1; count <= 6; count += 1) {
    turns.push(queue.wait(`a${count}`), queue.wait(`b${count}`));
    await eventually(
      () => statements.length,
      (length) => length === Math.min(count, 4),
    );
  }
  await sleep(100);
  expect(statements).toHaveLength(4);
  statements[0]?.succeed();
  await eventually(
    () => statements.length,
    (length) => length === 5,
  );
  expect(statements[4]?.writes).toEqual(['a5', 'b5', 'a6', 'b6']);
  for (const one of statements) one.succeed();
  expect(await Promise.all(turns)).toHaveLength(12);
});
