import { connect, type Socket } from 'node:net';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

interface Sent {
  /** The status of the response. */
  status: number;
  /** True if the service closed the connection before the end of the body. */
  isCutOff: boolean;
}

/** Sends a request with a body in chunks, and ends it only with the last one. */
async function send(start: string, sizes: { chunks: number; bytes: number }): Promise<Sent> {
  const socket = connect(Number(new URL(service.url).port), 'localhost');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const head = `${start} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n`;
  socket.write(`${head}Authorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\n\r\n`);
  const isCutOff = !(await writeChunks(socket, sizes, closed));
  if (!isCutOff) socket.write('0\r\n\r\n');
  await Promise.race([
    closed,
    eventually(
      () => received,
      (text) => text !== '',
    ),
  ]);
  socket.destroy();
  return { status: Number(received.slice(9, 12)), isCutOff };
}

const chunksPerWrite = 1_000;

/** Returns false if the connection was closed before. */
async function writeChunks(
  socket: Socket,
  { chunks, bytes }: { chunks: number; bytes: number },
  closed: Promise<void>,
): Promise<boolean> {
  const text = `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`.repeat(chunksPerWrite);
  for (let sent = 0; sent < chunks; sent += chunksPerWrite) {
    const isWritten = new Promise<void>((resolve) => socket.write(text, () => resolve()));
    await Promise.race([isWritten, closed]);
    if (socket.destroyed) return false;
  }
  return true;
}

const endless = 5_000_000;

it.each([
  ['is read', 'POST /api/tasks', 400],
  ['is discarded after the response', 'GET /api/health', 200],
  ['is discarded because there is no such path', 'POST /api/nothing', 404],
])('closes the connection if a body that %s has too many small chunks', async (_, start, status) => {
  expect(await send(start, { chunks: endless, bytes: 1 })).toEqual({ status, isCutOff: true });
});

it('closes the connection if an upload has too many small chunks', async () => {
  const file = { name: 'a.bin', mime: 'application/octet-stream', size: endless };
  const { id } = (await owner.call('POST', '/files', file)).body;
  const sent = await send(`PUT /api/files/${id}/content`, { chunks: endless, bytes: 1 });
  expect(sent).toEqual({ status: 400, isCutOff: true });
});

it.each([
  { chunks: 2_000, bytes: 1 },
  { chunks: 20_000, bytes: 32 },
])('accepts $chunks chunks of $bytes bytes', async (sizes) => {
  expect(await send('POST /api/tasks', sizes)).toEqual({ status: 422, isCutOff: false });
});
