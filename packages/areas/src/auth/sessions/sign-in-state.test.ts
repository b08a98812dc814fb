import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findUserForLogin, findUserForSession } from './sessions.store.ts';

const { sql, raw } = Prisma;

let service: TestService;
let owner: Client;
let user: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await owner.call('POST', '/roles', { code: 'supervisor', name: 'Supervisor' });
  const { body } = await owner.call('GET', '/roles?limit=100');
  roles = Object.fromEntries(body.data.map((role: { code: string; id: number }) => [role.code, role.id]));
});
afterAll(() => service.stop());
beforeEach(async () => {
  user = await service.newUser(owner, ['employee']);
});

const find = () => findUserForSession(service.platform, user.user.org_id, user.user.id);
const set = (table: 'users' | 'organizations', fields: Prisma.Sql, by = user) => {
  const id = table === 'users' ? by.user.id : by.user.org_id;
  return executeOperational(
    service.platform,
    sql`update ${raw(table)} set ${fields} where id = ${id} returning id`,
  );
};

it('finds a live user by id, or by organization and address', async () => {
  const { id, org_id, email } = user.user;
  const { org_slug } = (await user.call('GET', '/users/me')).body;
  const expected = { user_id: id, org_id, email, may_sign_in: true, password_hash: expect.any(String) };
  const stranger = await service.newOrganization();
  const { platform } = service;
  expect([await find(), await findUserForLogin(platform, org_slug, email)]).toMatchObject([
    expected,
    expected,
  ]);
  expect(await findUserForLogin(platform, org_slug, stranger.user.email)).toBeUndefined();
  expect(await findUserForSession(platform, stranger.user.org_id, id)).toBeUndefined();
  await set('users', sql`deleted_at = now()`);
  expect([await find(), await findUserForLogin(platform, org_slug, email)]).toEqual([undefined, undefined]);
});

it('reads the security settings of the organization only', async () => {
  const stranger = await service.newOrganization();
  const save = (by: Client, section: string, values: object) =>
    executeOperational(
      service.platform,
      sql`insert into organization_settings (org_id, section, "values")
        values (${by.user.org_id}, ${section}, ${JSON.stringify(values)}::jsonb) returning section`,
    );
  await save(stranger, 'security', { session_hours: 1 });
  await save(owner, 'notifications', { session_hours: 2 });
  expect((await find())?.policy).toBeNull();
  await save(owner, 'security', { session_hours: 3 });
  expect(await find()).toMatchObject({ policy: { session_hours: 3 }, org_name: owner.user.org_name });
});

it('lets persons sign in, but no service users', async () => {
  const suspension = { is_suspended: false, is_organization_suspended: false };
  expect(await find()).toMatchObject({ may_sign_in: true, ...suspension });
  await set('users', sql`is_service = true`);
  expect(await find()).toMatchObject({ may_sign_in: false, ...suspension });
});

describe('a user of a suspended organization', () => {
  const state = async (status: string) => {
    await set('users', sql`status = ${status}::user_status`);
    await set('organizations', sql`status = 'suspended'`);
    const found = await find();
    await set('organizations', sql`status = 'active'`);
    return [found?.may_sign_in, found?.is_suspended, found?.is_organization_suspended];
  };

  it('is suspended by it only if the account could sign in otherwise', async () => {
    expect(await state('active')).toEqual([false, false, true]);
    expect(await state('deactivated')).toEqual([false, false, false]);
    expect(await state('invited')).toEqual([false, false, false]);
    expect(await state('suspended')).toEqual([false, true, false]);
  });
});

describe('a privileged user', () => {
  const grant = async (role: string, period: object = {}) => {
    const body = { user_id: user.user.id, role_id: roles[role], ...period };
    expect((await owner.call('POST', '/grants', body)).status).toBe(201);
  };
  const isPrivileged = async () => (await find())?.is_privileged;

  it.each([
    ['owner', true],
    ['admin', true],
    ['hr', true],
    ['manager', false],
    ['auditor', false],
  ])('has the role %s: %s', async (role, expected) => {
    await grant(role);
    expect(await isPrivileged()).toBe(expected);
  });

  it('has a built-in role, not another one with its code', async () => {
    await grant('supervisor');
    const { org_id } = owner.user;
    const rename = (id: number | undefined, code: string) =>
      executeOperational(
        service.platform,
        sql`update roles set code = ${code} where org_id = ${org_id} and id = ${id} returning id`,
      );
    await rename(roles.admin, 'former_admin');
    await rename(roles.supervisor, 'admin');
    const found = await isPrivileged();
    await rename(roles.supervisor, 'supervisor');
    await rename(roles.admin, 'admin');
    expect(found).toBe(false);
  });

  it('may have the role later, but not formerly', async () => {
    const hour = 3_600_000;
    await grant('hr', { starts_at: new Date(Date.now() + hour).toISOString() });
    expect(await isPrivileged()).toBe(true);
    const change = (fields: Prisma.Sql) =>
      executeOperational(
        service.platform,
        sql`update grants set ${fields} where user_id = ${user.user.id} and role_id = ${roles.hr} returning id`,
      );
    await change(sql`starts_at = null, ends_at = now()`);
    expect(await isPrivileged()).toBe(false);
    await change(sql`ends_at = now() + interval '1 hour'`);
    expect(await isPrivileged()).toBe(true);
    await change(sql`ends_at = null, deleted_at = now()`);
    expect(await isPrivileged()).toBe(false);
  });

  it('is not every user of an organization with an owner', async () => {
    expect(await isPrivileged()).toBe(false);
  });
});

describe('a second factor', () => {
  const hasSecondFactor = async () => (await find())?.has_second_factor;

  it('counts from its confirmation to its removal, for its user', async () => {
    const { org_id, id } = user.user;
    const colleague = await service.newUser(owner, ['employee']);
    const [method] = await executeOperational<{ id: number }>(
      service.platform,
      sql`insert into mfa_methods (org_id, user_id, label, secret_enc) values (${org_id}, ${id}, 'Phone', '\\x00')
        returning id`,
    );
    const change = (fields: Prisma.Sql) =>
      executeOperational(
        service.platform,
        sql`update mfa_methods set ${fields} where id = ${method?.id} returning id`,
      );
    const seen = [await hasSecondFactor()];
    await change(sql`confirmed_at = now()`);
    seen.push(await hasSecondFactor());
    const theirs = await findUserForSession(service.platform, org_id, colleague.user.id);
    await change(sql`deleted_at = now()`);
    seen.push(await hasSecondFactor());
    expect([seen, theirs?.has_second_factor]).toEqual([[false, true, false], false]);
  });
});

describe('mail', () => {
  it('may be sent to the founder of an unverified organization, and to verified addresses', async () => {
    const founder = await service.newOrganization(undefined, false);
    const stranger = await service.newUser(founder, ['employee']);
    const mayBeMailed = async ({ user: { org_id, id } }: Client) =>
      (await findUserForSession(service.platform, org_id, id))?.may_be_mailed;
    await set('users', sql`email_verified_at = null`, founder);
    expect([await mayBeMailed(founder), await mayBeMailed(stranger)]).toEqual([true, false]);
    await set('users', sql`email_verified_at = now()`, stranger);
    expect(await mayBeMailed(stranger)).toBe(true);
    await set('users', sql`email_verified_at = null`, stranger);
    await set('organizations', sql`status = 'active'`, founder);
    expect(await mayBeMailed(stranger)).toBe(true);
  });
});
