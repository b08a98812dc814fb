import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type RawBehaviour, startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterEach, expect, it } from 'vitest';
import { scan } from './scan.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function scanWith(behave: RawBehaviour, content = Readable.from(['harmless']), timeoutMs = 400) {
  const daemon = await startRawReceiver(behave);
  stops.push(daemon.stop);
  const scanned = scan(`tcp://127.0.0.1:${daemon.port}`, content, 'harmless'.length, timeoutMs);
  await scanned.catch(() => undefined);
  await eventually(daemon.openSockets, (open) => open === 0);
  expect(content.destroyed).toBe(true);
  return scanned;
}

/** Writes a text at an interval, from the first bytes that a connection receives. */
function dripping(text: string): RawBehaviour {
  const begun = new Set<Socket>();
  return (socket) => {
    if (begun.has(socket)) return;
    begun.add(socket);
    const timer = setInterval(() => socket.write(text), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

it.each<[string, RawBehaviour, string]>([
  ['never responds', () => undefined, 'did not respond in time'],
  ['responds a byte at a time, forever', dripping(' '), 'did not respond in time'],
  ['responds without an end', (socket) => socket.write('x'.repeat(10_000)), 'too long'],
  ['speaks another protocol', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), 'Unexpected response'],
  [
    'says OK about another stream',
    (socket) => socket.end('stream: OK\nstream: X FOUND\0'),
    'Unexpected response',
  ],
  ['ends without a result', (socket) => socket.end(), 'Unexpected response'],
])('a daemon that %s gives no result', async (_, behave, message) => {
  await expect(scanWith(behave)).rejects.toThrow(message);
});

it('shows only the printable beginning of what a daemon has found', async () => {
  const name = `A\u001b[31m\u202e${'x'.repeat(500)}`;
  const result = await scanWith((socket) => socket.end(`stream: ${name} FOUND\0`));
  expect(result).toEqual({ clean: false, found: expect.stringMatching(/^A\?\[31m\?+x{100,}$/) });
  expect(JSON.stringify(result).length).toBeLessThan(300);
});

it('a daemon that finds content clean before it has all of it gives no result', async () => {
  const content = new Readable({ read: () => undefined });
  content.push('harmless');
  const scanning = scanWith((socket) => socket.end('stream: OK\0'), content);
  await expect(scanning).rejects.toThrow('before it had all of the content');
});

it('a daemon that does not read is left after the timeout, even if it sends something', async () => {
  const begin = dripping('x');
  const behave: RawBehaviour = (socket, text) => {
    begin(socket, text);
    socket.pause();
  };
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(64 * 1024);
    })(),
  );
  await expect(scanWith(behave, endless)).rejects.toThrow('did not respond in time');
});
