import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_slug: string;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => service.stop());

const password = 'quite another password, truly';
const reset = (token: string) =>
  service.call('POST', '/auth/password-reset/confirm', { token, new_password: password });
const accept = (token: string) => service.call('POST', '/auth/invitation/accept', { token, password });
const verify = (token: string) => service.call('POST', '/public/signup/verify', { token });

/** Returns the token of the latest message of a kind. */
const tokenIn = async (email: string, kind: string): Promise<string> => {
  const found = async () => (await service.mails(email)).findLast((mail) => mail.kind === kind);
  const mail = await eventually(found, (one) => one !== undefined);
  return mail?.text.match(/^[\w-]{43}$/m)?.[0] ?? '';
};

async function resetToken(user: Client): Promise<string> {
  await service.call('POST', '/auth/password-reset', { org_slug, email: user.user.email });
  return tokenIn(user.user.email, 'password_reset');
}

let counter = 0;
async function invite() {
  counter += 1;
  const email = `invited-${counter}-${owner.user.org_id}@example.test`;
  const { id } = (await owner.call('POST', '/users', { email, first_name: 'I', last_name: 'N' })).body;
  return { id: id as number, email, token: await tokenIn(email, 'invitation') };
}

const set = (table: 'users' | 'organizations', id: number, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update ${Prisma.raw(table)} set ${fields} where id = ${id} returning id`,
  );

it('is accepted only for its purpose', async () => {
  const user = await service.newUser(owner, ['employee']);
  const token = await resetToken(user);
  const invited = await invite();
  const founder = await service.newOrganization(undefined, false);
  const verification = await tokenIn(founder.user.email, 'verify_email');
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    Promise.all([
      accept(token),
      verify(token),
      reset(invited.token),
      verify(invited.token),
      reset(verification),
      accept(verification),
    ]),
  );
  expect(result.map(({ status, body }) => [status, Object.keys(body.details.fieldErrors)])).toEqual(
    result.map(() => [422, ['token']]),
  );
  expect(left).toEqual(nothing);
  expect([(await reset(token)).status, (await accept(invited.token)).status]).toEqual([204, 200]);
  expect((await verify(verification)).status).toBeLessThan(300);
});

it('does not replace a token with another purpose', async () => {
  const invited = await invite();
  await set('users', invited.id, sql`status = 'active'`);
  await service.call('POST', '/auth/password-reset', { org_slug, email: invited.email });
  await tokenIn(invited.email, 'password_reset');
  await set('users', invited.id, sql`status = 'invited'`);
  expect((await accept(invited.token)).status).toBe(200);
});

it('replaces only tokens of the same user', async () => {
  const [user, colleague] = [
    await service.newUser(owner, ['employee']),
    await service.newUser(owner, ['employee']),
  ];
  const token = await resetToken(user);
  await resetToken(colleague);
  expect((await reset(token)).status).toBe(204);
});

describe('an invitation', () => {
  const acceptRecorded = async (token: string) => {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => accept(token));
    return [result.status, result.body.details?.fieldErrors, left];
  };

  it('is withdrawn if the address changes, or if the user was activated in another way', async () => {
    const withdrawn = [422, { token: ['The invitation was withdrawn'] }, nothing];
    const { id, email, token } = await invite();
    await set('users', id, sql`email = ${`moved-${email}`}`);
    expect(await acceptRecorded(token)).toEqual(withdrawn);
    await set('users', id, sql`email = ${email}, status = 'active'`);
    expect(await acceptRecorded(token)).toEqual(withdrawn);
    await set('users', id, sql`status = 'invited'`);
    expect((await accept(token)).status).toBe(200);
  });

  it('is accepted once, although the user is invited again', async () => {
    const { id, token } = await invite();
    expect((await accept(token)).status).toBe(200);
    await set('users', id, sql`status = 'invited'`);
    expect(await acceptRecorded(token)).toEqual([
      422,
      { token: [expect.stringContaining('already used')] },
      nothing,
    ]);
  });

  it('requires a password that is not common, and opens a session without a second factor', async () => {
    const { token } = await invite();
    const common = { token, password: 'password1234' };
    const { status, body } = await service.call('POST', '/auth/invitation/accept', common);
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['password']]);
    const session = createTestClient(service.url, (await accept(token)).body);
    expect((await session.call('GET', '/auth/sessions')).body.data).toMatchObject([{ mfa_at: null }]);
  });
});

it('is not accepted while its user is deleted or its organization suspended or closed', async () => {
  const user = await service.newUser(owner, ['employee']);
  const { org_id, id } = user.user;
  const token = await resetToken(user);
  const [before] = await service.rows<{ status: string }>(
    sql`select status::text from organizations where id = ${org_id}`,
  );
  await set('users', id, sql`deleted_at = now()`);
  const statuses = [(await reset(token)).status];
  await set('users', id, sql`deleted_at = null`);
  for (const status of ['suspended', 'closed']) {
    await set('organizations', org_id, sql`status = ${status}::organization_status`);
    statuses.push((await reset(token)).status);
  }
  await set('organizations', org_id, sql`status = ${before?.status}::organization_status`);
  expect(statuses).toEqual([422, 422, 422]);
  expect((await reset(token)).status).toBe(204);
});

it('accepts an invitation only from a network that the organization allows', async () => {
  const org = await service.newOrganization();
  const slug = (await org.call('GET', '/users/me')).body.org_slug;
  const email = `networked-${org.user.org_id}@example.test`;
  await org.call('POST', '/users', { email, first_name: 'N', last_name: 'W' });
  const token = await tokenIn(email, 'invitation');
  const allow = (networks: string) =>
    executeOperational(
      service.platform,
      sql`insert into organization_settings (org_id, section, "values")
        values (${org.user.org_id}, 'security', jsonb_build_object('allowed_networks', jsonb_build_array(${networks}::text)))
        on conflict (org_id, section) do update set "values" = excluded."values" returning section`,
    );
  await allow('192.0.2.0/24');
  const { result, ...left } = await recordedBy(service, org.user.org_id, () => accept(token));
  expect([result.status, result.body.error, left]).toEqual([
    403,
    'Your organization does not allow access from this network',
    nothing,
  ]);
  await allow('127.0.0.0/8');
  expect((await accept(token)).status).toBe(200);
  const login = { org_slug: slug, email, password };
  expect((await service.call('POST', '/auth/login', login)).status).toBe(200);
});
