import { connect } from 'node:net';
import { startService, type TestService } from '@wfp/api/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Sends bytes and returns the whole answer. */
function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.end(bytes);
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

const host = 'Host: localhost\r\n';

it.each([
  [
    'two lengths',
    `POST /api/tasks HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345`,
    400,
  ],
  [
    'length and encoding',
    `POST /api/tasks HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['an unknown encoding', `POST /api/tasks HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n`, 400],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['endless headers', `GET /api/health HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('answers %s in the shape of every error', async (_what, bytes, status) => {
  const answer = await exchange(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ error: expect.any(String) });
});
