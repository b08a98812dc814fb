import { AppError, type Caller, type RowScope, systemCaller } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectEscalation, requireAuthorityOver, requireOwner } from './authority.ts';
import { type LockedCaller, lockAccess, withLastingGrants } from './lock.store.ts';

let service: TestService;
let owner: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  const { body } = await owner.call('GET', '/roles?code=owner');
  const twin = { code: 'twin', name: 'Twin of an owner' };
  expect((await owner.call('POST', `/roles/${body.data[0].id}/clone`, twin)).status).toBe(201);
  const { data } = (await owner.call('GET', '/roles?limit=100')).body;
  roles = Object.fromEntries(data.map((role: { code: string; id: number }) => [role.code, role.id]));
});
afterAll(() => service.stop());

const system = () =>
  systemCaller(
    service.platform,
    owner.user.org_id,
    { request_id: 'authority', ip: null, user_agent: null },
    [],
  );
const ownerGrant = {
  role_code: 'owner',
  is_builtin: true,
  permissions: null,
  scope: 'role',
  team_id: null,
} as const;

describe('a user with all permissions of an owner, who is none', () => {
  it('can neither grant nor end ownership, nor change the account of an owner', async () => {
    const twin = await service.newUser(owner, ['twin']);
    const second = await service.newUser(owner, ['owner']);
    const { data } = (await owner.call('GET', `/grants?user_id=${second.user.id}`)).body;
    const attempts: [string, string, object?][] = [
      ['POST', '/grants', { user_id: twin.user.id, role_id: roles.owner }],
      ['DELETE', `/grants/${data[0].id}`],
      ['PATCH', `/users/${second.user.id}`, { last_name: 'Changed' }],
      ['POST', `/users/${second.user.id}/deactivate`, {}],
    ];
    for (const [method, path, body] of attempts) {
      const { result, events } = await recordedBy(service, owner.user.org_id, () =>
        twin.call(method, path, body),
      );
      expect([path, result.status, result.body.error, events]).toEqual([
        ...[path, 403, expect.stringMatching(/^Only an owner can /), []],
      ]);
    }
    const grant = { user_id: second.user.id, role_id: roles.admin };
    expect((await twin.call('POST', '/grants', grant)).status).toBe(201);
    expect((await owner.call('PATCH', `/users/${second.user.id}`, { last_name: 'Changed' })).status).toBe(
      200,
    );
  });
});

describe('requireAuthorityOver', () => {
  const none: RowScope = { org: false, own: false, reports: false, team: false, team_ids: [] };
  const own = { ...none, own: true };
  /** Returns grants of any user. */
  const tx = (grants: object[] = []) => ({ rows: async () => grants }) as unknown as Transaction;
  const isPermitted = async (rowScope: RowScope | null, user_id: number, grants: object[] = []) => {
    const by: Caller = { ...system(), user_id: 5, credential: { kind: 'job' }, rowScopeFor: () => rowScope };
    return requireAuthorityOver(tx(grants), by, user_id, 'user:manage').then(
      () => true,
      (error: unknown) => (error instanceof AppError && error.kind === 'forbidden' ? false : String(error)),
    );
  };

  it('permits the scope own for the own account only', async () => {
    expect([await isPermitted(own, 5), await isPermitted(own, 6)]).toEqual([true, false]);
    expect([await isPermitted(none, 5), await isPermitted(null, 5)]).toEqual([false, false]);
    expect([await isPermitted({ ...none, org: true }, 6)]).toEqual([true]);
  });

  it('permits an owner to change their own account, without any check of their grants', async () => {
    expect(await isPermitted(own, 5, [ownerGrant])).toBe(true);
  });

  it('permits the system to change accounts of owners', async () => {
    await requireAuthorityOver(tx([ownerGrant]), system(), 6, 'user:manage');
  });
});

describe('the system', () => {
  const ownerRole = { code: 'owner', is_builtin: true, permissions: [] };

  it('may grant every role, with the access lock and for any period', async () => {
    const caller = system();
    rejectEscalation(caller, ownerRole);
    expect(await writeInTransaction(caller, (tx) => lockAccess(tx, caller))).toBe(caller);
    expect(withLastingGrants(caller, null)).toBe(caller);
  });

  it('is no owner', () => {
    expect(() => requireOwner(system(), 'do this')).toThrow('Only an owner can do this');
    requireOwner({ ...system(), grants: [ownerGrant] }, 'do this');
  });
});

describe('withLastingGrants', () => {
  it('keeps grants that last until the given time', () => {
    const ends_at = new Date('2030-01-01T00:00:00Z');
    const before = new Date(ends_at.getTime() - 1);
    const after = new Date(ends_at.getTime() + 1);
    const by: LockedCaller = {
      ...system(),
      credential: { kind: 'job' },
      grants: [{ ...ownerGrant, ends_at }],
    };
    const count = (one: LockedCaller, until: Date | null) => withLastingGrants(one, until).grants.length;
    expect([before, ends_at, after, null].map((until) => count(by, until))).toEqual([1, 1, 0, 0]);
    const lasting: LockedCaller = { ...by, grants: [ownerGrant, { ...ownerGrant, ends_at: null }] };
    expect([count(lasting, ends_at), count(lasting, null)]).toEqual([2, 2]);
  });
});
