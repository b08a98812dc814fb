import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobNotes } from './job-notes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('logs the last ten lines of a note, each at most 200 characters long', async () => {
  const taken: unknown[] = [];
  const log = async (line: string) => void taken.push(line);
  const note = jobNotes({ log, updateProgress: async () => undefined });
  const lines = Array.from({ length: 400 }, (_, n) => `line ${n}`);
  await note([...lines, 'x'.repeat(300)].join('\n'));
  expect(taken).toEqual([...lines.slice(-9), `${'x'.repeat(199)}…`]);
});

it('continues a run without job logs while Redis does not respond, and logs again when it does', async () => {
  const back = Promise.withResolvers<void>();
  const taken: unknown[] = [];
  const write = async (what: unknown) => {
    taken.push(what);
    if (what === 'second') await back.promise;
    if (what === 'fifth') throw new Error('Missing key for job');
  };
  const note = jobNotes({ log: write, updateProgress: write });
  await note('first', { rows: 1 });
  let isDone = false;
  const second = note('second').then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(isDone).toBe(true);
  await second;
  await note('third');
  back.resolve();
  await vi.advanceTimersByTimeAsync(0);
  await note('fourth');
  await note('fifth');
  expect(taken).toEqual(['first', { rows: 1 }, 'second', 'fourth', 'fifth']);
  expect(vi.getTimerCount()).toBe(0);
});
