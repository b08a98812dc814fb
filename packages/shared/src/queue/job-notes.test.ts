import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobNotes } from './job-notes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
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
  const second = note('second');
  await vi.advanceTimersByTimeAsync(500);
  await second;
  await note('third');
  back.resolve();
  await vi.advanceTimersByTimeAsync(0);
  await note('fourth');
  await note('fifth');
  expect(taken).toEqual(['first', { rows: 1 }, 'second', 'fourth', 'fifth']);
  expect(vi.getTimerCount()).toBe(0);
});

/** Responds with what it receives, also while this thread is paused. */
const echo = `const { parentPort } = require('node:worker_threads');
require('node:net').createServer((socket) => socket.pipe(socket))
  .listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });`;

it('does not take a pause of the process for one of Redis', async () => {
  vi.useRealTimers();
  const server = new Worker(echo, { eval: true });
  const [port] = await once(server, 'message');
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const taken: string[] = [];
  const log = async (line: string) => {
    const response = once(socket, 'data');
    socket.write(line);
    await response;
    taken.push(line);
  };
  const note = jobNotes({ log, updateProgress: async () => undefined });
  const first = note('first');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  await first;
  await note('second');
  socket.destroy();
  await server.terminate();
  expect(taken).toEqual(['first', 'second']);
});
