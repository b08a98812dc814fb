import { startOwnService, type TestService, testPassword } from '@wfp/testing';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Sends attempts at one account, or at many, each from another address. */
interface Attack {
  addresses: number;
  email: (index: number) => string;
  password?: string;
}

const settings = { LOGIN_RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' };

async function attack(
  service: TestService,
  org_slug: string,
  { addresses, email, password = 'wrong' }: Attack,
) {
  const statuses: number[] = [];
  for (let index = 0; index < addresses; index += 1) {
    const ip = index % 2 ? `2001:db8:${index}::1` : `198.51.100.${index}`;
    const { status } = await service.call(
      'POST',
      '/auth/login',
      { org_slug, email: email(index), password },
      { 'x-forwarded-for': ip },
    );
    statuses.push(status);
  }
  return statuses;
}

const limited = [401, 401, 401, 401, 401, 429, 429, 429, 429, 429];

describe.skipIf(!canStartRedis).each(['with Redis', 'without Redis'])('attempts %s', (state) => {
  let redis: OwnRedis;
  let service: TestService;
  let direct: TestService;
  let slug: string;
  let email: string;
  beforeAll(async () => {
    redis = await startOwnRedis();
    service = await startOwnService({ ...settings, REDIS_URL: redis.url, TRUSTED_PROXIES: 'loopback' });
    direct = await startOwnService({ ...settings, REDIS_URL: redis.url });
    const owner = await service.newOrganization();
    slug = (await owner.call('GET', '/users/me')).body.org_slug;
    email = owner.user.email;
    if (state === 'without Redis') await redis.kill();
  });
  afterAll(async () => {
    await Promise.all([service?.stop(), direct?.stop()]);
    await redis?.kill();
  });

  it('at one account are limited when each comes from another address', async () => {
    expect(await attack(service, slug, { addresses: 10, email: () => email })).toEqual(limited);
    // The right password reveals nothing either.
    const right = { addresses: 2, email: () => email, password: testPassword };
    expect(await attack(service, slug, right)).toEqual([429, 429]);
  });

  it('at an unknown account are limited in the same way', async () => {
    const unknown = { addresses: 10, email: () => 'unknown@example.test' };
    expect(await attack(service, 'nowhere', unknown)).toEqual(limited);
  });

  it('at many accounts are limited by address, whatever X-Forwarded-For says, if no proxy is trusted', async () => {
    const many = { addresses: 10, email: (index: number) => `user${index}@example.test` };
    expect(await attack(direct, 'nowhere', many)).toEqual(limited);
  });

  it('cannot add addresses in front of that of the proxy', async () => {
    const statuses = [];
    for (let index = 0; index < 10; index += 1) {
      const forwarded = { 'x-forwarded-for': `198.51.100.${index}, 203.0.113.77` };
      const body = { org_slug: 'nowhere', email: `other${index}@example.test`, password: 'wrong' };
      statuses.push((await service.call('POST', '/auth/login', body, forwarded)).status);
    }
    expect(statuses).toEqual(limited);
  });
});
