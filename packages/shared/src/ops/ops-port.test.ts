import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Metrics } from '../metrics/metrics.ts';
import { type OpsPort, startOpsPort } from './ops-port.ts';
import { Probes } from './probes.ts';

let port: OpsPort;
beforeAll(async () => {
  const probes = new Probes(async () => ({ isReady: true, status: 'ok' }));
  port = await startOpsPort({
    platform: { metrics: new Metrics() },
    probes,
    pages: { '/read': (req) => req.resume() },
    port: 0,
    host: '127.0.0.1',
  });
});
afterAll(() => port.stop());

/** Sends bytes and returns everything received until the server closes the connection. */
function exchange(bytes: string): Promise<string> {
  const socket = connect(port.port, '127.0.0.1');
  socket.write(bytes);
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const host = 'Host: localhost\r\n';
const get = `GET /livez HTTP/1.1\r\n${host}`;
const post = `POST /livez HTTP/1.1\r\n${host}`;
const second = `GET /readyz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;

it('serves a request with one coding and two requests in one packet', async () => {
  expect(statusesIn(await exchange(`${get}\r\n${second}`))).toEqual([200, 200]);
  expect(statusesIn(await exchange(`${post}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${second}`))).toEqual([
    200, 200,
  ]);
  expect(statusesIn(await exchange('GET /livez HTTP/1.0\r\n\r\n'))).toEqual([200]);
});

it.each([
  ['another coding', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400],
  ['chunked in capitals', `${post}Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n`, 400],
  ['a coding in HTTP/1.0', 'POST /livez HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['an absolute target', `GET http://localhost/livez HTTP/1.1\r\n${host}\r\n`, 400],
  ['two Hosts', `${get}${host}\r\n`, 400],
  ['no Host', 'GET /livez HTTP/1.1\r\n\r\n', 400],
  ['101 headers', `${get}${'X-A: 1\r\n'.repeat(100)}\r\n`, 431],
  ['TRACE', `TRACE /livez HTTP/1.1\r\n${host}X-Secret: hunter2\r\n\r\n`, 405],
])('rejects %s and closes the connection', async (_what, bytes, status) => {
  const response = await exchange(`${bytes}${second}`);
  expect(statusesIn(response)).toEqual([status]);
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({ error: expect.any(String) });
  expect(response).not.toContain('hunter2');
});

it('closes connections whose headers or body do not arrive', async () => {
  const slow = [`${get}X-Slow: `, `POST /read HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\n1`];
  const responses = await Promise.all(slow.map(exchange));
  expect(responses.map(statusesIn)).toEqual([[408], [408]]);
  // With Node's default timeouts, this test would take five minutes.
});
