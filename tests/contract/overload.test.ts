import type { Endpoint } from '@wfp/shared';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints, fillPath, sendRaw, withNames } from '../generated/request.ts';
import { exampleFor } from './description.ts';
import { recordSeenResponses } from './seen-responses.ts';

recordSeenResponses('overload');

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

/** A session cookie, without which an endpoint that uses it does not ask the database. */
const cookie = 'wfp-1=unknown';
const pathOf = (one: Endpoint) => `${fillPath(one.path)}${one.usesCookies && one.query ? '?org_id=1' : ''}`;

/**
 * An overloaded stream responds with 200 and a retry delay to authenticated clients, so this call uses an
 * invalid token.
 */
const call = (url: string, one: Endpoint, body: unknown = {}) =>
  sendRaw(url, one.method.toUpperCase(), pathOf(one), {
    token: one.kind === 'stream' ? 'invalid' : owner.token,
    ...(one.method === 'get' ? {} : { text: JSON.stringify(body) }),
    ...(one.usesCookies && { headers: { cookie } }),
  });

const isLink = (one: Endpoint) => one.kind === 'download' && one.can === 'public';

describe('above the rate limit', () => {
  let url: string;
  beforeAll(async () => {
    url = await service.startPod({ RATE_LIMIT_PER_MINUTE: 1 });
  });

  /** Sends a request until it is limited. The first request of a minute is served, and may end the session. */
  async function exceed(one: Endpoint): ReturnType<typeof call> {
    let response = await call(url, one);
    for (let attempt = 1; attempt < 5 && response.status !== 429; attempt += 1) {
      if (response.status === 401 || response.status === 403) owner = await service.newOrganization();
      response = await call(url, one);
    }
    return response;
  }

  it.each(withNames(endpoints))('%s returns 429 with Retry-After', async (_, one) => {
    const { status, headers, body } = await exceed(one);
    expect([status, body]).toEqual([429, { error: expect.any(String) }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit')).toMatch(/;r=0;/);
  });
});

describe('without its database', () => {
  let url: string;
  beforeAll(async () => {
    url = await service.startPod({ DATABASE_URL: 'postgresql://missing@127.0.0.1:1/nothing' });
  });
  // Signed links are verified before the database is queried, and the links of this test are invalid.
  const asking = endpoints.filter(
    (one) => !one.path.startsWith('/health') && one.kind !== 'stream' && !isLink(one),
  );

  it.each(withNames(asking))('%s returns 503 with Retry-After', async (_, one) => {
    const sent = one.can === 'public' && one.body ? exampleFor(one) : {};
    const { status, headers, body } = await call(url, one, sent);
    expect([status, body]).toEqual([503, { error: expect.any(String) }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
