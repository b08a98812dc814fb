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

/** Sends the beginning of a request, then a byte every 400 ms; resolves when the server closes the connection. */
function drip(beginning: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(beginning);
  const dripping = setInterval(() => socket.writable && socket.write('x'), 400);
  return new Promise((resolve) => {
    let response = '';
    socket.on('data', (chunk) => {
      response += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(response);
    });
  });
}

it('times out slow headers and bodies with 408 and still serves other clients', async () => {
  const post = `POST /api/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const headers = Array.from({ length: 100 }, () => drip('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '));
  const bodies = Array.from({ length: 100 }, () => drip(`${post}Content-Length: 1000\r\n\r\n{"title":"`));
  const served = await service.call('GET', '/health');
  expect(served.status).toBe(200);
  for (const response of await Promise.all(headers)) {
    expect(response).toMatch(/^HTTP\/1\.1 408 .*\{"error":"Timed out while receiving the request"\}$/s);
  }
  for (const response of await Promise.all(bodies)) {
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
  }
  // With Node's default timeouts this test would take 80 s.
});
