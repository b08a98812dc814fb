import { Writable } from 'node:stream';
import { createLogger } from '@wfp/shared';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { openStream } from '@wfp/testing/stream-client.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../../start-api.ts';

let service: TestService;
let owner: Client;
let api: RunningApi;
let url: string;
let logged = '';

beforeAll(async () => {
  service = await startOwnService({ SSE_HEARTBEAT_SECONDS: '1' });
  owner = await service.newOrganization();
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  api = await startApi({ config: service.config, log: createLogger('api', 'trace', lines), port: 0 });
  url = `http://localhost:${api.port}`;
});
afterAll(async () => {
  await api?.stop();
  await service?.stop();
});

/** Requests a path verbatim and returns the status. */
async function requestStatus(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const abort = new AbortController();
  const { status } = await fetch(`${url}${path}`, { method, headers, signal: abort.signal });
  abort.abort();
  return status;
}

it('logs no token or ticket, whether the request succeeds or fails', async () => {
  const { token } = owner;
  const [header, payload, signature = ''] = token.split('.');
  const key = (await owner.call('POST', '/api-keys', { name: 'logged' })).body.key;
  const { ticket } = (await owner.call('POST', '/events/stream-ticket')).body;
  const forged = [
    `${header}.${payload}.${'A'.repeat(signature.length)}`,
    `${Buffer.from('{"alg":"none","kid":"x"}').toString('base64url')}.${payload}.`,
    `${header}.${Buffer.from('{"org":1,"sid":1,"sub":"1","typ":"access"}').toString('base64url')}.${signature}`,
    `wfp_${'0123456789abcdef'.repeat(4)}`,
    `ticket_${'x'.repeat(43)}`,
    'y'.repeat(5_000),
  ];
  for (const one of forged) {
    expect(await requestStatus('GET', `/api/events/stream?token=${one}`)).toBe(401);
    expect(await requestStatus('HEAD', `/api/events/stream?token=${one}`)).toBe(401);
  }
  for (const one of [token, key]) {
    const client = await openStream(url, null, `?token=${one}`);
    expect(client.status).toBe(200);
    await client.close();
    expect(await requestStatus('HEAD', `/api/events/stream?token=${one}`)).toBe(200);
    expect(await requestStatus('POST', `/api/events/stream?token=${one}`)).toBe(405);
    expect(await requestStatus('GET', `/api/events/stream?token=${one}&token=${one}`)).toBe(422);
    expect(await requestStatus('GET', `/api/events/stream?%74oken=${one}&event_type=%E0%A4%A`)).toBe(422);
    expect(await requestStatus('GET', `/api/events/stream%00?token=${one}`)).toBe(404);
    expect(await requestStatus('GET', `/api/nothing?TOKEN=${one}`)).toBe(404);
    expect(await requestStatus('GET', `/api/events?token=${one}`)).toBe(401);
    const headers = { authorization: `Bearer ${one}x` };
    expect(await requestStatus('GET', `/api/events/stream?token=${one}`, headers)).toBe(401);
  }
  expect(await requestStatus('GET', `/api/events/stream?token=${ticket}`)).toBe(200);
  expect(await requestStatus('GET', `/api/events/stream?token=${ticket}`)).toBe(401);

  await expect.poll(() => logged.match(/"url":/g)?.length ?? 0).toBeGreaterThanOrEqual(32);
  expect(logged).toContain('token=[redacted]');
  for (const secret of [token, signature, key, ticket, ...forged.map((one) => one.slice(-40))])
    expect(logged).not.toContain(secret);
});
