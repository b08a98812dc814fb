import { connect } from 'node:net';
import { startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startOwnService();
  token = (await service.newOrganization()).token;
});
afterAll(() => service.stop());

/** Sends the beginning of a request, then a byte now and then; resolves when the server has had enough. */
function drip(beginning: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(beginning);
  const dripping = setInterval(() => socket.writable && socket.write('x'), 400);
  return new Promise((resolve) => {
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(answer);
    });
  });
}

it('cuts off who dribbles headers or a body, and serves everybody else meanwhile', async () => {
  const post = `POST /api/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const headers = Array.from({ length: 100 }, () => drip('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '));
  const bodies = Array.from({ length: 100 }, () => drip(`${post}Content-Length: 1000\r\n\r\n{"title":"`));
  const served = await service.call('GET', '/health');
  expect(served.status).toBe(200);
  for (const answer of await Promise.all(headers)) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*\{"error":"The request took too long to arrive"\}$/s);
  }
  for (const answer of await Promise.all(bodies)) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  }
  // Node itself would let them be for 80 s.
});
