import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileCache } from '../../../scripts/testing/compile-cache.ts';
import { createOpsRunner } from './testing/ops-runner.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org: string;
let ops: ReturnType<typeof createOpsRunner>;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  org = (await owner.call('GET', '/users/me')).body.org_slug;
  ops = createOpsRunner(service.config);
});
afterAll(() => service.stop());

const newPassword = 'another perfectly fine one';
const change = (statement: Prisma.Sql) => executeOperational(service.platform, statement);
const recorded = (work: () => Promise<unknown>) => recordedBy(service, owner.user.org_id, work);

it('prints help and usage errors', async () => {
  expect((await ops('--help')).out).toContain('create-org');
  expect((await ops('check', '--help')).out).toContain('--only <a,b>');
  expect(await ops('sweep')).toMatchObject({
    code: 2,
    err: expect.stringContaining('unknown command sweep'),
  });
  expect(await ops('replay', '--org', org)).toMatchObject({
    code: 2,
    err: expect.stringContaining('Missing: --webhook <id>, --from'),
  });
  expect(await ops('outbox', '--tidy')).toMatchObject({ code: 2, err: expect.stringContaining("'--tidy'") });
  expect(await ops('outbox', '--org', 'missing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No organization has the slug missing'),
  });
  const nowhere = createOpsRunner({
    ...service.config,
    DATABASE_URL: 'postgresql://postgres@127.0.0.1:9/none',
    DATABASE_DIRECT_URL: '',
  } as never);
  expect(await nowhere('outbox')).toMatchObject({ code: 1, err: expect.stringContaining('is it running') });
});

it('runs as a process with JSON on standard output and an exit code', async () => {
  const { DATABASE_URL, REDIS_URL, JWT_SECRET, ENCRYPTION_KEY } = service.config;
  const main = path.join(import.meta.dirname, 'main.ts');
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [main, ...args], {
      env: { DATABASE_URL, REDIS_URL, JWT_SECRET, ENCRYPTION_KEY, NODE_COMPILE_CACHE: compileCache },
    });
  const { stdout, stderr } = await run('outbox', '--json');
  expect([JSON.parse(stdout).command, stderr]).toEqual(['outbox', '']);
  await expect(run('create-org', '--name', 'A', '--email', 'a@example.test')).rejects.toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('use --yes to confirm'),
  });
});

it('create-org: creates an organization whose owner chooses a password', async () => {
  const name = 'Globex Corporation';
  const plan = await ops('create-org', '--name', name, '--email', 'Hank@Globex.test', '--dry-run');
  expect(plan).toMatchObject({ code: 0, out: expect.stringContaining('globex-corporation') });
  expect(await ops('create-org', '--name', name, '--email', 'hank@globex.test')).toMatchObject({ code: 3 });
  expect(await service.rows(sql`select id from organizations where slug = 'globex-corporation'`)).toEqual([]);

  const args = ['--email', 'hank@globex.test', '--owner', 'Hank Scorpio', '--as', 'alice', '--yes', '--json'];
  const { code, data } = await ops('create-org', '--name', name, ...args);
  const founded = { slug: 'globex-corporation', ok: true, link: null };
  expect([code, data]).toEqual([0, expect.objectContaining(founded)]);
  const entries =
    await service.rows(sql`select a.actor_type::text, a.actor_name, a.action, a.resource, e.event_type from audit_log a
    join events e on e.org_id = a.org_id and e.id = a.event_id where a.org_id = ${data.org_id} order by a.id limit 2`);
  expect(entries).toEqual([
    {
      actor_type: 'operator',
      actor_name: 'operator alice',
      action: 'create',
      resource: 'organization',
      event_type: 'organization.post_create',
    },
    {
      actor_type: 'operator',
      actor_name: 'operator alice',
      action: 'create',
      resource: 'user',
      event_type: 'user.post_create',
    },
  ]);
  const withAdmin = createOpsRunner({ ...service.config, ADMIN_UI: 'on' });
  const other = await withAdmin('create-org', '--name', name, '--slug', 'globex-2', ...args);
  expect(other.data.link).toBe(
    `${service.config.PUBLIC_URL}/auth/invitation#${other.data.token}/globex-2/${Buffer.from('hank@globex.test').toString('base64url')}`,
  );
  const accepted = await service.call('POST', '/auth/invitation/accept', {
    token: data.token,
    password: newPassword,
  });
  expect(accepted.status).toBe(200);
  const hank = createTestClient(service.url, accepted.body);
  expect((await hank.call('GET', '/users/me')).body).toMatchObject({
    first_name: 'Hank',
    roles: ['owner'],
    org_name: name,
  });
  expect((await hank.call('GET', '/organizations/current')).body.status).toBe('active');
  expect((await hank.call('GET', '/employees')).body.total).toBe(1);

  const again = await ops(
    'create-org',
    '--name',
    name,
    ...args.slice(2),
    '--email',
    'x@globex.test',
    '--slug',
    'globex-corporation',
  );
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('Is already taken') });
  expect(await ops('create-org', '--name', 'A', '--slug', 'No!', '--email', 'invalid')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/org_slug: .*\n.*email: /),
  });
  const numbered = await ops(
    'create-org',
    '--name',
    name,
    '--email',
    'hank@globex.test',
    '--dry-run',
    '--json',
  );
  expect(numbered.data.slug).toBe('globex-corporation-2');
});

it('reset-password: ends password and sessions and prints a token', async () => {
  const user = await service.newUser(owner, ['employee']);
  const other = await service.newOrganization();
  await change(
    sql`update users set email = ${user.user.email} where org_id = ${other.user.org_id} returning id`,
  );
  expect(await ops('reset-password', '--email', user.user.email)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/several accounts: choose one with --org org-/),
  });
  expect(await ops('reset-password', '--email', 'unknown@example.test')).toMatchObject({ code: 1 });
  const args = ['reset-password', '--email', user.user.email.toUpperCase(), '--org', org];
  expect(await recorded(() => createOpsRunner(service.config, 'n')(...args))).toMatchObject(nothing);
  const { result, events, audit } = await recorded(() =>
    createOpsRunner(service.config, 'yes')(...args, '--json'),
  );
  const { code, err, data } = result as Awaited<ReturnType<typeof ops>>;
  expect([code, err]).toEqual([0, expect.stringContaining('1 sessions will be ended')]);
  expect(events).toEqual([`auth.password_reset ${user.user.id}`, `auth.logout ${user.user.id}`]);
  expect(audit.map((one) => one.action)).toEqual(['reset_password', 'logout']);
  expect((await user.call('GET', '/users/me')).status).toBe(401);
  const signIn = (password: string) =>
    service.call('POST', '/auth/login', { email: user.user.email, password, org_slug: org });
  expect((await signIn(testPassword)).status).toBe(401);
  expect((await service.mails(user.user.email)).at(-1)?.subject).toContain('was reset');
  const reset = await service.call('POST', '/auth/password-reset/confirm', {
    token: data.token,
    new_password: newPassword,
  });
  expect(reset.status).toBeLessThan(300);
  expect((await signIn(newPassword)).status).toBe(200);
  const withAdmin = createOpsRunner({ ...service.config, ADMIN_UI: 'on' }, 'yes');
  const { out } = await withAdmin(...args);
  const address = Buffer.from(user.user.email).toString('base64url');
  expect(out).toMatch(
    new RegExp(
      `^([\\w-]{43})\nOr the user opens this page:\n${service.config.PUBLIC_URL}/auth/password-reset#\\1/${org}/${address}$`,
      'm',
    ),
  );
  await change(sql`update users set status = 'suspended' where id = ${user.user.id} returning id`);
  expect(await ops(...args)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The user is suspended'),
  });
});
