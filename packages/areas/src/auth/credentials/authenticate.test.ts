import { type Caller, type Origin, type Platform, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authenticate, callerForUser, reauthenticate } from './authenticate.ts';
import { readAccessToken } from './tokens.ts';

const { sql, raw } = Prisma;

let service: TestService;
let platform: Platform;
let owner: Client;
let user: Client;
let key: { id: number; key: string };
beforeAll(async () => {
  service = await startService();
  ({ platform } = service);
  owner = await service.newOrganization();
});
afterAll(() => service.stop());
beforeEach(async () => {
  user = await service.newUser(owner, ['employee']);
  key = await newKey();
});

const newKey = async (body: object = {}, by = user) =>
  (await by.call('POST', '/api-keys', { name: 'Key', ...body })).body as { id: number; key: string };
const from = (ip: string | null): Origin => ({ request_id: 'authenticate', ip, user_agent: null });
const origin = from('192.0.2.1');
const emits = new Set<string>();
const bySession = (ip = origin.ip) => authenticate(platform, user.token, from(ip), emits);
const byKey = (ip = origin.ip, text = key.key) => authenticate(platform, text, from(ip), emits);
const forJob = (api_key_id?: number | null, ip: string | null = null) => {
  const { org_id, id: user_id } = user.user;
  return callerForUser(
    platform,
    { org_id, user_id, ...(api_key_id !== undefined && { api_key_id }) },
    from(ip),
    [],
  );
};

const tables = {
  users: () => sql`id = ${user.user.id}`,
  organizations: () => sql`id = ${user.user.org_id}`,
  sessions: () => sql`user_id = ${user.user.id}`,
  api_keys: () => sql`id = ${key.id}`,
};
const set = (table: keyof typeof tables, fields: Prisma.Sql) =>
  executeOperational(platform, sql`update ${raw(table)} set ${fields} where ${tables[table]()} returning 1`);

/** Returns `accepted`, or the kind and message of the error. */
const outcome = (caller: Promise<Caller | undefined>) =>
  caller.then(
    (one) => (one ? 'accepted' : 'none'),
    (error: { kind: string; message: string }) => `${error.kind}: ${error.message}`,
  );
const sessionEnded = 'unauthenticated: The session has ended';
const invalidKey = 'unauthenticated: The API key is not valid';

/** The outcomes of a session, a stream of it, a key, a stream of it, and jobs of the user and of the key, after a change. */
async function outcomesAfter(table: keyof typeof tables, fields: Prisma.Sql, restored: Prisma.Sql) {
  const streams = await Promise.all([bySession(), byKey()]);
  await set(table, fields);
  try {
    const [ofSession, ofKey] = streams.map((one) => reauthenticate(one)) as [
      Promise<Caller>,
      Promise<Caller>,
    ];
    return await Promise.all([bySession(), ofSession, byKey(), ofKey, forJob(), forJob(key.id)].map(outcome));
  } finally {
    await set(table, restored);
  }
}
const allAccepted = Array.from({ length: 6 }, () => 'accepted');

describe('a credential', () => {
  it('has no grant of a deleted role', async () => {
    const { org_id } = owner.user;
    await owner.call('POST', '/roles', { code: `role_${user.user.id}`, name: 'Short-lived' });
    user = await service.newUser(owner, ['employee', `role_${user.user.id}`]);
    await executeOperational(
      platform,
      sql`update roles set deleted_at = now() where org_id = ${org_id} and name = 'Short-lived' returning id`,
    );
    const callers = await Promise.all([bySession(), forJob()]);
    expect(callers.map((one) => one?.grants.map(({ role_code }) => role_code))).toEqual([
      ...[['employee'], ['employee']],
    ]);
  });

  it('identifies its user, with their employee and grants', async () => {
    const hire = async (of: Client) => {
      const employee = { first_name: 'E', last_name: 'E', hire_date: '2025-01-01' };
      const { id } = (await owner.call('POST', '/employees', employee)).body;
      await executeOperational(
        platform,
        sql`update employees set user_id = ${of.user.id} where id = ${id} returning id`,
      );
      return id as number;
    };
    await hire(await service.newUser(owner, ['viewer']));
    const employee_id = await hire(user);
    const { session_id, expires_at } = readAccessToken(platform, user.token);
    const identity = { org_id: user.user.org_id, user_id: user.user.id, employee_id };
    const grants = [{ role_code: 'employee', is_builtin: true, scope: 'role', team_id: null }];
    const ofKey = { kind: 'api_key', id: key.id, expires_at: null };
    const ofSession = { kind: 'session', id: session_id, expires_at };
    for (const [credential, caller] of [
      [ofSession, await bySession()],
      [ofSession, await reauthenticate(await bySession())],
      [ofKey, await byKey()],
      [ofKey, await reauthenticate(await byKey())],
      [{ kind: 'job' }, await forJob()],
      [ofKey, await forJob(key.id)],
    ] as const)
      expect(caller).toMatchObject({ ...identity, credential, grants, restrictions: [], stage: 'full' });
    await executeOperational(
      platform,
      sql`update employees set deleted_at = now() where id = ${employee_id} returning id`,
    );
    const callers = await Promise.all([bySession(), byKey(), forJob()]);
    expect(callers.map((one) => one?.employee_id)).toEqual([null, null, null]);
  });

  it.each([
    ['a user who is suspended', sql`status = 'suspended'`, sql`status = 'active'`],
    ['a user who is deactivated', sql`status = 'deactivated'`, sql`status = 'active'`],
    ['a user who is deleted', sql`deleted_at = now()`, sql`deleted_at = null`],
  ])('is rejected for %s', async (_, fields, restored) => {
    const rejected = [sessionEnded, sessionEnded, invalidKey, invalidKey, 'none', 'none'];
    expect(await outcomesAfter('users', fields, restored)).toEqual(rejected);
    expect(await outcomesAfter('users', restored, restored)).toEqual(allAccepted);
  });

  it('is rejected if the organization is closed', async () => {
    const rejected = [sessionEnded, sessionEnded, invalidKey, invalidKey, 'none', 'none'];
    expect(await outcomesAfter('organizations', sql`status = 'closed'`, sql`status = 'active'`)).toEqual(
      rejected,
    );
  });

  it('is restricted while the organization is suspended, and jobs are repeated later', async () => {
    const forbidden = expect.stringMatching(/^forbidden: Your organization is suspended/);
    expect(await outcomesAfter('organizations', sql`status = 'suspended'`, sql`status = 'active'`)).toEqual([
      ...['accepted', 'accepted', 'accepted', 'accepted', forbidden, forbidden],
    ]);
    await set('organizations', sql`status = 'suspended'`);
    const callers = await Promise.all([bySession(), byKey()]);
    await set('organizations', sql`status = 'active'`);
    expect(callers.map((one) => one.restrictions)).toEqual([['suspended'], ['suspended']]);
  });

  it.each([
    ['active', '8 days', []],
    ['unverified', '6 days', []],
    ['unverified', '8 days', ['read_only']],
    ['closing', '1 day', ['read_only']],
  ])('of an organization that is %s since %s has the restrictions %j', async (status, age, restrictions) => {
    await set(
      'organizations',
      sql`status = ${status}::organization_status, created_at = now() - ${age}::interval`,
    );
    const callers = await Promise.all([bySession(), byKey(), forJob()]);
    await set('organizations', sql`status = 'active'`);
    expect(callers.map((one) => one?.restrictions)).toEqual([restrictions, restrictions, restrictions]);
  });

  it('is restricted outside of the networks of the organization, except for jobs', async () => {
    await set('organizations', sql`allowed_networks = '{192.0.2.0/24}'`);
    const callers = await Promise.all([
      ...[bySession(), byKey(), bySession('198.51.100.1'), byKey('198.51.100.1')],
      ...[bySession(null), forJob(key.id), forJob(), forJob(key.id, '198.51.100.1')],
    ]);
    await set('organizations', sql`allowed_networks = '{}'`);
    const foreign = ['foreign_network'];
    const expected = [[], [], foreign, foreign, foreign, [], [], foreign];
    expect(callers.map((one) => one?.restrictions)).toEqual(expected);
  });
});

describe('a session', () => {
  it.each([
    ['that has ended', sql`ended_at = now()`],
    ['after its end', sql`expires_at = now() - interval '1 second'`],
  ])('%s is rejected, and API keys of the user are not', async (_, fields) => {
    const rest = ['accepted', 'accepted', 'accepted', 'accepted'];
    const restored = sql`ended_at = null, expires_at = null`;
    expect(await outcomesAfter('sessions', fields, restored)).toEqual([sessionEnded, sessionEnded, ...rest]);
  });

  it('is accepted before its end', async () => {
    const fields = sql`expires_at = now() + interval '1 hour'`;
    expect(await outcomesAfter('sessions', fields, sql`expires_at = null`)).toEqual(allAccepted);
  });

  it('can only be used to set up a second factor at the stage for it', async () => {
    await set('sessions', sql`stage = 'mfa_setup'`);
    const callers = [await bySession(), await byKey()];
    expect(callers.map((one) => [one.stage, one.restrictions])).toEqual([
      ['mfa_setup', ['mfa_setup']],
      ['full', []],
    ]);
  });

  it('ends for a stream when its token expires', async () => {
    const known = await bySession();
    const at = (expires_at: Date) =>
      reauthenticate({ ...known, credential: { kind: 'session', id: Number(sessionId()), expires_at } });
    const now = platform.clock.now();
    const clock = { ...platform.clock, now: () => now };
    const frozen = { ...platform, clock } as Platform;
    expect(await outcome(at(new Date(now.getTime() - 1)))).toBe('unauthenticated: The token has expired');
    const exactly = {
      ...known,
      platform: frozen,
      credential: { kind: 'session', id: sessionId(), expires_at: now },
    } as const;
    expect(await outcome(reauthenticate(exactly))).toBe('unauthenticated: The token has expired');
    expect(await outcome(at(new Date(now.getTime() + 60_000)))).toBe('accepted');
  });
  const sessionId = () => readAccessToken(platform, user.token).session_id;
});

describe('an API key', () => {
  it.each([
    ['that is revoked', sql`revoked_at = now()`],
    ['after its end', sql`expires_at = now() - interval '1 second'`],
  ])('%s is rejected, and sessions of the user are not', async (_, fields) => {
    const restored = sql`revoked_at = null, expires_at = null`;
    const expected = ['accepted', 'accepted', invalidKey, invalidKey, 'accepted', 'none'];
    expect(await outcomesAfter('api_keys', fields, restored)).toEqual(expected);
  });

  it('is accepted before its end', async () => {
    const fields = sql`expires_at = now() + interval '1 hour'`;
    expect(await outcomesAfter('api_keys', fields, sql`expires_at = null`)).toEqual(allAccepted);
  });

  it('is accepted only from its networks, also for streams', async () => {
    key = await newKey({ allowed_cidrs: ['192.0.2.0/24'] });
    const known = await byKey();
    const elsewhere = { ...known, origin: from('198.51.100.1') };
    expect(
      await Promise.all([byKey('198.51.100.1'), byKey(null), reauthenticate(elsewhere)].map(outcome)),
    ).toEqual([...[invalidKey, invalidKey, invalidKey]]);
    expect(await outcome(reauthenticate(known))).toBe('accepted');
  });

  it('is rejected if it is malformed or unknown', async () => {
    const malformed = [`${key.key}0`, key.key.slice(0, -1), `wfp_${'0'.repeat(64)}`, 'wfp_'];
    const outcomes = await Promise.all(malformed.map((text) => outcome(byKey(origin.ip, text))));
    expect(outcomes).toEqual(malformed.map(() => invalidKey));
    expect(await outcome(byKey(origin.ip, key.key.toUpperCase()))).toBe(
      'unauthenticated: The token is not valid',
    );
  });

  it('has only the permissions that its user has and that it includes', async () => {
    key = await newKey({ permissions: ['task:read', 'task_comment:create'] });
    for (const caller of [await byKey(), await reauthenticate(await byKey()), await forJob(key.id)]) {
      const granted = ['task:read', 'task_comment:create', 'task:create', 'audit_log:read'] as const;
      expect(granted.map((one) => caller?.rowScopeFor(one) != null)).toEqual([true, true, false, false]);
    }
    expect((await bySession()).rowScopeFor('task:create')).not.toBeNull();
    expect((await forJob())?.rowScopeFor('task:create')).not.toBeNull();
  });

  it('includes every right of a resource with manage', async () => {
    key = await newKey({ permissions: ['task:manage'] }, owner);
    const caller = await byKey();
    expect(caller.rowScopeFor('task:create')).toMatchObject({ org: true });
    expect(caller.rowScopeFor('team:read')).toBeNull();
  });

  it('is not accepted for a job of another user or organization', async () => {
    const other = await newKey({}, owner);
    expect(await outcome(forJob(other.id))).toBe('none');
    const { org_id } = (await service.newOrganization()).user;
    const elsewhere = { org_id, user_id: user.user.id, api_key_id: null };
    expect(await outcome(callerForUser(platform, elsewhere, origin, []))).toBe('none');
  });
});

it('authenticates neither the system nor a job again', async () => {
  const system = systemCaller(platform, user.user.org_id, origin, []);
  expect(await outcome(reauthenticate(system))).toBe(invalidKey);
  const job = (await forJob()) as Caller;
  expect(await outcome(reauthenticate(job))).toBe(invalidKey);
});
