import { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Headers of every response. */
const always = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};
const chosen = (headers: Headers) =>
  Object.fromEntries(Object.keys(always).map((name) => [name, headers.get(name)]));

describe('in production', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startOwnService({
      NODE_ENV: 'production',
      RATE_LIMIT_PER_MINUTE: '0',
      LOGIN_RATE_LIMIT_PER_MINUTE: '0',
    });
  });
  afterAll(() => service.stop());

  it('sends security headers with every response', async () => {
    const owner = await service.newOrganization();
    const responses = await Promise.all([
      owner.call('GET', '/users/me'),
      owner.call('HEAD', '/users/me'),
      owner.call('POST', '/teams', {}),
      owner.call('GET', '/teams/2147483647'),
      owner.call('PUT', '/users/me'),
      service.call('GET', '/users/me'),
      service.call('OPTIONS', '/users/me'),
      service.call('GET', '/nowhere'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 422, 404, 405, 401, 405, 404]);
    for (const { headers } of responses) {
      expect(chosen(headers)).toEqual(always);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    }
  });
});

const addressesIn = (service: TestService) =>
  service.rows<{ ip: string }>(Prisma.sql`select distinct host(ip::inet) as ip from audit_log`);

describe.each([
  ['', '127.0.0.1'],
  ['10.0.0.0/8', '127.0.0.1'],
  ['loopback', '198.51.100.9'],
  ['loopback,198.51.100.0/24', '203.0.113.5'],
])('behind the proxies "%s"', (TRUSTED_PROXIES, recorded) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startOwnService({ TRUSTED_PROXIES });
  });
  afterAll(() => service.stop());

  it(`records ${recorded} for X-Forwarded-For`, async () => {
    const signup = {
      org_name: 'Proxied',
      org_slug: 'proxied',
      email: 'owner@example.test',
      password: 'a perfectly fine password',
      first_name: 'Olga',
      last_name: 'Owner',
    };
    const { status, headers } = await service.call('POST', '/public/signup', signup, {
      'x-forwarded-for': '203.0.113.5, 198.51.100.9',
    });
    expect([status, headers.get('strict-transport-security')]).toEqual([201, null]);
    expect(
      (await addressesIn(service)).map(({ ip }) => ip.replace('::ffff:', '').replace(/^::1$/, '127.0.0.1')),
    ).toEqual([recorded]);
  });
});
