import { startService, type TestService, testPassword } from '@wfp/api/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_PER_MINUTE: '6', LOGIN_RATE_LIMIT_PER_MINUTE: '3' });
});
afterAll(() => service.stop());

it('counts requests for each credential, over all pods, and says when to come back', async () => {
  const [owner, other] = [await service.newOrganization(), await service.newOrganization()];
  const pod = await service.startPod();
  const onOtherPod = () =>
    fetch(`${pod}/api/users/me`, { headers: { authorization: `Bearer ${owner.token}` } });
  for (let left = 5; left >= 0; left -= 1) {
    const answer = left % 2 ? await onOtherPod() : await owner.call('GET', '/users/me');
    expect([answer.status, answer.headers.get('ratelimit')?.split(';')[1]]).toEqual([200, `r=${left}`]);
  }
  const refused = await owner.call('GET', '/users/me');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(refused.body.error).toMatch(/^Too many requests; try again in \d+ s$/);
  expect((await other.call('GET', '/users/me')).status).toBe(200);
});

it('counts tries at a password for the account, wrong and right ones alike', async () => {
  const pod = await service.startPod();
  const login = (password: string) =>
    fetch(`${pod}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email: 'nobody@example.test', password, org_slug: 'nowhere' }),
    });
  const statuses: number[] = [];
  for (const password of ['one', 'two', 'three', testPassword]) statuses.push((await login(password)).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
});
