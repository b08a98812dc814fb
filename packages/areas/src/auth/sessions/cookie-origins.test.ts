import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendFromPage } from './testing/page-requests.ts';

let service: TestService;
let owner: Client;
let org_id: number;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const send = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  sendFromPage(service.url, method, path, body, headers);
const cookieOf = (token: string) => `wfp-${org_id}=${token}`;

async function newCookie(): Promise<string> {
  const { org_slug } = (await owner.call('GET', '/users/me')).body;
  const credentials = { email: owner.user.email, password: testPassword, org_slug };
  const { refresh_token } = (await service.call('POST', '/auth/login', credentials)).body;
  const { status, token } = await send('PUT', '/auth/cookie', { refresh_token });
  expect([status, token]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
  return String(token);
}

describe('requests of other origins', () => {
  it.each(['cross-site', 'same-site', 'none'])('are rejected (%s)', async (site) => {
    const token = await newCookie();
    const headers = { 'sec-fetch-site': site, cookie: cookieOf(token) };
    const { result, ...left } = await recordedBy(service, org_id, () =>
      Promise.all([
        send('PUT', '/auth/cookie', { refresh_token: token }, headers),
        send('POST', '/auth/cookie/refresh', { org_id }, headers),
        send('DELETE', `/auth/cookie?org_id=${org_id}`, undefined, headers),
      ]),
    );
    expect([result.map(({ status, setCookie }) => [status, setCookie]), left]).toEqual([
      [
        [403, null],
        [403, null],
        [403, null],
      ],
      nothing,
    ]);
  });

  it('are rejected if a form could send them', async () => {
    const token = await newCookie();
    const headers = { 'content-type': 'text/plain', cookie: cookieOf(token) };
    const { status, body } = await send('POST', '/auth/cookie/refresh', { org_id }, headers);
    expect([status, body]).toMatchObject([
      422,
      { details: { formErrors: ['The Content-Type must be application/json'] } },
    ]);
  });

  it('never get credentials by CORS', async () => {
    const pod = await service.startPod({ CORS_ORIGINS: ['https://app.example'] });
    const response = await fetch(`${pod}/api/auth/cookie/refresh`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

it('does not accept the cookie elsewhere', async () => {
  const token = await newCookie();
  const { status } = await send('GET', '/users/me', undefined, { cookie: cookieOf(token) });
  expect(status).toBe(401);
});
