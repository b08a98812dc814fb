import { connect } from 'node:net';
import { startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const request = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n';

/** Sends a text, receives until the service closes the connection, and returns the statuses of the responses. */
async function receiveStatuses(text: string): Promise<number[]> {
  const socket = connect(Number(new URL(service.url).port), 'localhost');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}

/** Sends requests at once, the last one with `Connection: close`. */
const pipeline = (requests: number, headers = '') =>
  receiveStatuses(
    `${request}\r\n${`${request}${headers}\r\n`.repeat(requests - 2)}${request}Connection: close\r\n\r\n`,
  );

it('answers requests that are sent without waiting for responses, in order', async () => {
  expect(await pipeline(32)).toEqual(Array.from({ length: 32 }, () => 200));
});

it.each([
  ['', ''],
  [' with bodies that the service has to request', 'Expect: 100-continue\r\nContent-Length: 1\r\n'],
  [' with unknown expectations', 'Expect: nothing\r\n'],
])(
  'closes a connection on which a client sends many requests%s without waiting for responses',
  async (_, headers) => {
    expect((await pipeline(20_000, headers)).length).toBeLessThan(1_000);
  },
);

it('rejects an unknown expectation after the responses to earlier requests', async () => {
  expect(await receiveStatuses(`${request}\r\n${request}Expect: nothing\r\n\r\n`)).toEqual([200, 417]);
});
