import { Prisma } from '@wfp/shared/db';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

let counter = 0;
const body = (changes: object = {}) => {
  counter += 1;
  return {
    org_name: 'Acme',
    org_slug: `acme-${counter}`,
    email: 'Olga@Example.Test',
    password: testPassword,
    first_name: 'Olga',
    last_name: 'Owner',
    ...changes,
  };
};
const signUp = (changes: object = {}) => service.call('POST', '/public/signup', body(changes));
const me = async (client: Client) => (await client.call('GET', '/users/me')).body;

/** Counts the rows of every table that a signup writes. */
const countRows = () =>
  service.rows(sql`select (select count(*)::int from organizations) as organizations,
    (select count(*)::int from users) as users, (select count(*)::int from roles) as roles,
    (select count(*)::int from grants) as grants, (select count(*)::int from employees) as employees, (select count(*)::int from sessions) as sessions,
    (select count(*)::int from refresh_tokens) as refresh_tokens, (select count(*)::int from events) as events,
    (select count(*)::int from audit_log) as audit_log, (select count(*)::int from outbox) as outbox`);

it('returns a session of the owner, whose address is in lower case', async () => {
  const { status, body: login } = await signUp({ org_slug: 'acme', org_name: '  Acme Ltd  ' });
  expect(status).toBe(201);
  expect(login).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 900,
    user: {
      id: expect.any(Number),
      org_id: expect.any(Number),
      org_name: 'Acme Ltd',
      email: 'olga@example.test',
    },
  });
  const owner = createTestClient(service.url, login);
  expect(await me(owner)).toMatchObject({
    org_slug: 'acme',
    org_name: 'Acme Ltd',
    roles: ['owner'],
    status: 'active',
  });
  const roles = await owner.call('GET', '/roles');
  expect(roles.body.data.map((role: { code: string }) => role.code)).toEqual([
    'owner',
    'admin',
    'hr',
    'manager',
    'employee',
    'viewer',
    'auditor',
  ]);
  const again = { email: 'OLGA@example.test ', password: testPassword, org_slug: 'ACME' };
  expect((await service.call('POST', '/auth/login', again)).status).toBe(200);
});

it('hires the owner as of today', async () => {
  const { body: login } = await signUp();
  const owner = createTestClient(service.url, login);
  const { data, total } = (await owner.call('GET', '/employees')).body;
  expect(total).toBe(1);
  expect(data[0]).toMatchObject({
    employee_number: 'E0001',
    user_id: login.user.id,
    first_name: 'Olga',
    last_name: 'Owner',
    status: 'active',
    hire_date: new Date().toISOString().slice(0, 10),
    team_id: null,
    manager_id: null,
  });
  expect((await me(owner)).employee_id).toBe(data[0].id);
});

it('rejects a taken slug and records nothing', async () => {
  const { org_slug } = body();
  expect((await signUp({ org_slug })).status).toBe(201);
  const before = await countRows();
  const { status, body: refused } = await signUp({ org_slug, email: 'other@example.test' });
  expect([status, refused.details.fieldErrors]).toEqual([422, { org_slug: ['Is already taken'] }]);
  expect(await countRows()).toEqual(before);
});

it('gives a slug to one of several concurrent requests', async () => {
  const { org_slug } = body();
  const [before] = await countRows();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp({ org_slug })));
  expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  for (const { status, body: refused } of answers) {
    if (status === 422) expect(refused.details.fieldErrors).toEqual({ org_slug: ['Is already taken'] });
  }
  const [after] = await countRows();
  const more = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]));
  expect(more).toEqual({
    organizations: 1,
    users: 1,
    roles: 7,
    grants: 1,
    employees: 1,
    sessions: 1,
    refresh_tokens: 1,
    events: 60,
    audit_log: 59,
    outbox: 60,
  });
});

it('separates organizations with the same email address', async () => {
  const [one, two] = await Promise.all([signUp(), signUp()]);
  expect([one.status, two.status]).toEqual([201, 201]);
  const first = createTestClient(service.url, one.body);
  expect((await first.call('GET', '/users')).body.total).toBe(1);
  expect((await first.call('GET', `/users/${two.body.user.id}`)).status).toBe(404);
});

it.each([
  'admin',
  'api',
  'www',
  'public',
  'Acme',
  'ac',
  '-acme',
  'acme-',
  'ac--me',
  'ac me',
  'аcme',
  'acme/x',
  'a'.repeat(41),
  '',
])('rejects the slug %j', async (org_slug) => {
  const { status, body: refused } = await signUp({ org_slug });
  expect([status, Object.keys(refused.details.fieldErrors)]).toEqual([422, ['org_slug']]);
});

it('rejects a name with line breaks', async () => {
  const { status, body: refused } = await signUp({ org_name: 'Us\n\nYou won: https://evil.example' });
  expect([status, Object.keys(refused.details.fieldErrors)]).toEqual([422, ['org_name']]);
});

it.each([
  ['short', 'elevenchars'],
  ['common', 'password1234'],
  ['common in capitals', 'PASSWORD1234'],
  ['of few characters', 'abababababab'],
  ['too long', 'correct horse battery staple '.repeat(5)],
])('rejects a password that is %s', async (_, password) => {
  const before = await countRows();
  const { status, body: refused } = await signUp({ password });
  expect([status, Object.keys(refused.details.fieldErrors)]).toEqual([422, ['password']]);
  expect(JSON.stringify(refused)).not.toContain(password);
  expect(await countRows()).toEqual(before);
});

it.each([
  `${'x'.repeat(124)}abcd`,
  'пароль с пробелами',
  '  leading and trailing  ',
  'emoji 🔑🔑🔑 are fine',
])('accepts the password %.20j exactly', async (password) => {
  const given = body({ password });
  const made = await service.call('POST', '/public/signup', given);
  expect(made.status).toBe(201);
  const login = { email: given.email, org_slug: given.org_slug };
  expect((await service.call('POST', '/auth/login', { ...login, password })).status).toBe(200);
  expect((await service.call('POST', '/auth/login', { ...login, password: `${password} ` })).status).toBe(
    401,
  );
});

it('reports all missing and invalid fields together', async () => {
  const { status, body: refused } = await service.call('POST', '/public/signup', {
    email: 'no-address',
    org_name: ' ',
  });
  expect(status).toBe(422);
  expect(Object.keys(refused.details.fieldErrors).sort()).toEqual(Object.keys(body()).sort());
});
