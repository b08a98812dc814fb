import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { totpCode } from '@wfp/testing/second-factor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

it('lists second factors for sessions only', async () => {
  const org = await service.newOrganization();
  const { body } = await org.call('POST', '/api-keys', { name: 'Narrow', permissions: ['task:read'] });
  const key = createTestClient(service.url, { access_token: body.key, user: org.user });
  const listed = await key.call('GET', '/mfa');
  expect([listed.status, listed.body.methods]).toEqual([403, undefined]);
  expect((await org.call('GET', '/mfa')).status).toBe(200);
});

describe('a required second factor', () => {
  it('limits sessions after the grace period to the enrolment', async () => {
    const org = await service.newOrganization();
    const user = await service.newUser(org, ['employee']);
    const { org_slug: slug } = (await user.call('GET', '/users/me')).body;
    const security = { require_mfa: 'all', mfa_grace_days: 0 };
    const blocked = await org.call('PATCH', '/organizations/current/settings', { security });
    expect(Object.keys(blocked.body.details.fieldErrors)).toEqual(['security.require_mfa']);
    await org.call('PATCH', '/organizations/current/settings', { security, confirm: true });
    const { body } = await service.call('POST', '/auth/login', {
      org_slug: slug,
      email: user.user.email,
      password: testPassword,
    });
    const limited = createTestClient(service.url, body);
    const rejected = await limited.call('GET', '/tasks');
    expect([rejected.status, rejected.body.error]).toEqual([403, expect.stringContaining('/api/mfa/totp')]);
    expect((await limited.call('GET', '/users/me')).status).toBe(200);
    const begun = (await limited.call('POST', '/mfa/totp', {})).body;
    await limited.call('POST', `/mfa/totp/${begun.method_id}/confirm`, { code: totpCode(begun.secret) });
    expect((await limited.call('GET', '/tasks')).status).toBe(200);
  });

  it('limits API keys of users who have not set one up, and no keys of service users', async () => {
    const org = await service.newOrganization();
    const [user, privileged] = [await service.newUser(org, ['employee']), await service.newUser(org, ['hr'])];
    const keyOf = async (by: Client, body: object = {}) => {
      const made = await by.call('POST', '/api-keys', { name: 'Key', ...body });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return createTestClient(service.url, { access_token: made.body.key, user: by.user });
    };
    const machine = await org.call('POST', '/users', {
      ...{ email: 'machine@service.test', first_name: 'Build', last_name: 'Server', is_service: true },
      role_ids: [
        (await org.call('GET', '/roles?limit=100')).body.data.find((one: any) => one.code === 'hr').id,
      ],
    });
    expect(machine.status, JSON.stringify(machine.body)).toBe(201);
    const keys = [await keyOf(user), await keyOf(privileged), await keyOf(org, { user_id: machine.body.id })];
    const statuses = (path = '/teams') =>
      Promise.all(keys.map(async (key) => (await key.call('GET', path)).status));
    const require_mfa = async (policy: string, mfa_grace_days: number) => {
      const security = { require_mfa: policy, mfa_grace_days };
      const { status } = await org.call('PATCH', '/organizations/current/settings', {
        security,
        confirm: true,
      });
      expect(status).toBe(200);
    };
    await require_mfa('all', 1);
    expect(await statuses()).toEqual([200, 200, 200]);
    await require_mfa('privileged', 0);
    expect(await statuses()).toEqual([200, 403, 200]);
    await require_mfa('all', 0);
    expect(await statuses()).toEqual([403, 403, 200]);
    expect(await statuses('/users/me')).toEqual([200, 200, 200]);
    expect((await keys[0]?.call('POST', '/tasks', { title: 'By key' }))?.body.error).toContain(
      '/api/mfa/totp',
    );
    const { method_id, secret } = (await user.call('POST', '/mfa/totp', {})).body;
    await user.call('POST', `/mfa/totp/${method_id}/confirm`, { code: totpCode(secret) });
    expect(await statuses()).toEqual([200, 403, 200]);
    await require_mfa('none', 0);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('counts the grace period from when it was first required', async () => {
    const org = await service.newOrganization();
    const user = await service.newUser(org, ['employee']);
    const patch = (security: object) => org.call('PATCH', '/organizations/current/settings', { security });
    expect((await patch({ require_mfa: 'all', mfa_grace_days: 3 })).body.set).toEqual([
      'security.require_mfa',
      'security.mfa_grace_days',
    ]);
    const daysAgo = new Date(Date.now() - 4 * 86_400_000).toISOString();
    await executeOperational(
      service.platform,
      sql`update organization_settings set "values" = "values" || jsonb_build_object('mfa_required_since', ${daysAgo}::text)
        where org_id = ${org.user.org_id} and section = 'security' returning id`,
    );
    await executeOperational(
      service.platform,
      sql`update users set created_at = ${daysAgo}::timestamptz where org_id = ${org.user.org_id} returning id`,
    );
    const { org_slug: slug, email } = (await user.call('GET', '/users/me')).body;
    expect((await patch({ key_lifetime_days: 30, require_mfa: 'all' })).status).toBe(422);
    const confirmed = { security: { key_lifetime_days: 30, require_mfa: 'all' }, confirm: true };
    expect((await org.call('PATCH', '/organizations/current/settings', confirmed)).status).toBe(200);
    const { body } = await service.call('POST', '/auth/login', {
      org_slug: slug,
      email,
      password: testPassword,
    });
    expect((await createTestClient(service.url, body).call('GET', '/tasks')).status).toBe(403);
  });
});
