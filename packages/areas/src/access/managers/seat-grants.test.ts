import { AppError, type Caller } from '@wfp/shared';
import { Prisma, writeInTransaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedInCaller, holdsAccessLock } from '../testing/signed-in-caller.ts';
import {
  describeSeatRole,
  endSeatGrants,
  grantSeatRole,
  requireSeatRoleAuthority,
  type SeatDecider,
} from './seat-grants.service.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let admin: Client;
let temporary: Client;
let reader: Client;
let seated: Client;
let byOwner: Caller;
const roles: Record<string, number> = {};
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  await newRole('bare', {});
  await newRole('reader', { 'role:read': ['org'], 'task:read': ['org'] });
  await owner.call('DELETE', `/roles/${await newRole('former', {})}`);
  for (const role of (await owner.call('GET', '/roles?is_builtin=true')).body.data)
    roles[role.code] = role.id;
  admin = await service.newUser(owner, ['admin']);
  temporary = await newUser();
  await grantTo(temporary, 'owner', { ends_at: inAnHour() });
  reader = await service.newUser(owner, ['reader']);
  seated = await service.newUser(owner, ['bare']);
  byOwner = as(owner);
});
afterAll(() => service.stop());

async function newRole(code: string, map: Record<string, string[]>): Promise<number> {
  const permissions = Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));
  roles[code] = (await owner.call('POST', '/roles', { code, name: code, permissions })).body.id;
  return roles[code] ?? 0;
}
const emits = ['grant.post_create', 'grant.post_archive', 'grant.expired'];
const as = (client: Client): Caller => createSignedInCaller(service, client, emits);
const system = (): Caller => ({ ...byOwner, user_id: null, credential: { kind: 'system' } });
/** A caller whose right to create grants cannot be read. */
const broken = (error: Error): Caller => ({
  ...byOwner,
  rowScopeFor: (permission) => {
    if (permission === 'grant:create') throw error;
    return byOwner.rowScopeFor(permission);
  },
});
const newUser = () => service.newUser(owner, ['bare']);
const roleOf = (code: string) => roles[code] ?? 2_147_483_647;
const grantTo = async ({ user }: Client, code: string, more: object = {}): Promise<number> =>
  (await owner.call('POST', '/grants', { user_id: user.id, role_id: roles[code], ...more })).body.id;
const team = async () => (await owner.call('POST', '/teams', { name: `Team ${Math.random()}` })).body.id;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('requireSeatRoleAuthority', () => {
  const check = (caller: Caller, code: string) =>
    writeInTransaction(caller, (tx) =>
      requireSeatRoleAuthority(tx, caller, { role_id: roleOf(code), field: 'default_role_id' }),
    );

  it('rejects a deleted role, and one that does not exist', async () => {
    for (const code of ['former', 'unknown'])
      await expect(check(byOwner, code)).rejects.toMatchObject({
        details: { fieldErrors: { default_role_id: ['Does not exist'] } },
      });
  });

  it('checks nothing for the system', async () => {
    await check(system(), 'unknown');
  });

  it('rejects a role that the caller could not grant', async () => {
    await expect(check(as(reader), 'viewer')).rejects.toThrow('Requires grant:create for all users');
    await check(byOwner, 'owner');
  });
});

describe('describeSeatRole', () => {
  const describeTo = (caller: Caller, code: string, more: object = {}) =>
    writeInTransaction(caller, (tx) =>
      describeSeatRole(tx, caller, {
        ...{ role_id: roleOf(code), user_id: seated.user.id, deciders: [], is_in_effect: true, ...more },
      }),
    );
  const named = 'the role "Viewer" (viewer)';
  const denied = (who: string) => `${named}, which is not granted, because ${who} cannot grant it`;
  const by = (client: Client | null, as: SeatDecider['as'], api_key_id: number | null = null) => ({
    ...{ deciders: [{ user_id: client?.user.id ?? null, api_key_id, as }] },
  });

  it('describes no role that is deleted or does not exist', async () => {
    expect([await describeTo(byOwner, 'former'), await describeTo(byOwner, 'unknown')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('names a role that the caller can grant, also for an employee without a user', async () => {
    expect(await describeTo(byOwner, 'viewer')).toBe(named);
    expect(await describeTo(byOwner, 'viewer', { user_id: null })).toBe(named);
  });

  it('names a role that the user already has, even if the caller cannot grant it', async () => {
    const holder = await newUser();
    await grantTo(holder, 'viewer');
    expect(await describeTo(as(reader), 'viewer', { user_id: holder.user.id })).toBe(named);
    expect(await describeTo(as(reader), 'viewer', { user_id: null })).toBe(denied('you'));
  });

  it('states that the caller cannot grant it, unless it is granted later by others', async () => {
    expect(await describeTo(as(reader), 'viewer')).toBe(denied('you'));
    expect(await describeTo(as(reader), 'viewer', { is_in_effect: false })).toBe(named);
    const later = { is_in_effect: false, ...by(reader, 'chooser') };
    expect(await describeTo(as(reader), 'viewer', later)).toBe(denied('you'));
  });

  it.each([
    ['chooser', 'the user who chose the position'],
    ['rescheduler', 'the user who moved the change to another day'],
    ['linker', 'the user who linked the employee to a user'],
  ] as const)('names who cannot grant it: the %s', async (decider, who) => {
    for (const deciders of [by(reader, decider), by(null, decider), by(owner, decider, 7)])
      expect(await describeTo({ ...byOwner }, 'viewer', deciders)).toBe(
        denied(deciders.deciders[0]?.user_id === owner.user.id ? 'you' : who),
      );
    expect(await describeTo(byOwner, 'viewer', by(owner, decider))).toBe(named);
  });
});

describe('grantSeatRole', () => {
  const grant = (caller: Caller, user_id: number, code: string, deciders: SeatDecider[] = []) =>
    recordedBy(service, owner.user.org_id, () =>
      writeInTransaction(caller, (tx) =>
        grantSeatRole(tx, caller, { user_id, role_id: roleOf(code), reason: 'Seat' }, deciders),
      ),
    );
  const chosenBy = (client: Client | null, api_key_id: number | null = null): SeatDecider[] => [
    { user_id: client?.user.id ?? null, api_key_id, as: 'chooser' },
  ];

  it('grants a role, and archives an expired grant of this role only', async () => {
    const user = await newUser();
    const [over] = [await grantTo(user, 'viewer', { ends_at: inAnHour() })];
    const other = await grantTo(user, 'auditor', { ends_at: inAnHour() });
    await executeOperational(
      service.platform,
      sql`update grants set ends_at = now() where org_id = ${owner.user.org_id} and id = any(${[over, other]}::int[]) returning id`,
    );
    const { result, events } = await grant(byOwner, user.user.id, 'viewer', chosenBy(owner));
    expect(events).toEqual([`grant.expired ${over}`, `grant.post_create ${result}`]);
    expect((await grant(byOwner, user.user.id, 'viewer')).result).toBeNull();
  });

  it('grants a role that the user has only for a team, for own rows, or no longer', async () => {
    const user = await newUser();
    await grantTo(user, 'viewer', { scope: 'team', team_id: await team() });
    await grantTo(user, 'viewer', { scope: 'own' });
    await owner.call('DELETE', `/grants/${await grantTo(user, 'viewer')}`);
    const { result, events } = await grant(byOwner, user.user.id, 'viewer');
    expect(events).toEqual([`grant.post_create ${result}`]);
  });

  it('grants nothing if the role does not exist or not all who decided can grant it', async () => {
    const { id } = seated.user;
    const attempts = [
      () => grant(byOwner, id, 'former'),
      () => grant(byOwner, id, 'unknown'),
      () => grant(system(), id, 'viewer'),
      () => grant(as(reader), id, 'viewer'),
      () => grant(as(admin), id, 'owner'),
      () => grant(as(admin), id, 'hr'),
      () => grant(as(temporary), id, 'viewer'),
      () => grant(byOwner, id, 'viewer', chosenBy(reader)),
      () => grant(byOwner, id, 'viewer', chosenBy(null)),
      () => grant(byOwner, id, 'viewer', chosenBy(owner, 7)),
    ];
    for (const attempt of attempts) expect(await attempt()).toEqual({ result: null, ...nothing });
  });

  it('grants nothing to a deleted user', async () => {
    const user = await newUser();
    expect((await owner.call('DELETE', `/users/${user.user.id}`)).status).toBe(204);
    expect(await grant(byOwner, user.user.id, 'viewer')).toEqual({ result: null, ...nothing });
  });

  it.each([new Error('Broken'), new AppError('unavailable', 'Broken')])('fails if %s', async (error) => {
    await expect(grant(broken(error), seated.user.id, 'viewer')).rejects.toThrow('Broken');
  });
});

describe('endSeatGrants', () => {
  it('ends grants under the access lock', async () => {
    const id = await grantTo(await newUser(), 'viewer');
    const { result, events } = await recordedBy(service, owner.user.org_id, () =>
      writeInTransaction(byOwner, async (tx) => {
        await endSeatGrants(tx, byOwner, [id]);
        return holdsAccessLock(tx, byOwner);
      }),
    );
    expect([result, events]).toEqual([true, [`grant.post_archive ${id}`]]);
  });
});
