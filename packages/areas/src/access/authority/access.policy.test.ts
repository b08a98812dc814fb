import {
  type Caller,
  compileAccess,
  coversScope,
  type HeldGrant,
  type Permission,
  type RowScope,
  type Scope,
} from '@wfp/shared';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canChangeGrants,
  findExcessPermissions,
  findPermissionError,
  grantsNothing,
  includesOwner,
  isOwner,
  listRolePermissions,
  listScopes,
  type RoleRights,
  toPermissionMap,
} from './access.policy.ts';

const model = compileAccess(
  [
    {
      code: 'task',
      label: 'Tasks',
      scopes: ['own', 'reports', 'team'],
      builtin: { owner: 'M', manager: 'RC U@own,team', employee: 'R@own' },
    },
    { code: 'user', label: 'Users', scopes: ['own'], builtin: { owner: 'M', manager: 'R' } },
    { code: 'audit_log', label: 'Audit log', scopes: [], builtin: { owner: 'RX' } },
  ],
  ['task:read', 'task:create', 'task:update', 'user:read', 'user:update', 'audit_log:read'],
);

const none: RowScope = { org: false, own: false, reports: false, team: false, team_ids: [] };
const role = (permissions: Record<string, Scope[]>): RoleRights => ({
  code: 'custom',
  is_builtin: false,
  permissions: Object.entries(permissions).map(([permission, scopes]) => ({
    permission: permission as Permission,
    scopes,
  })),
});
const builtin = (code: string): RoleRights => ({ code, is_builtin: true, permissions: [] });
const held = (one: RoleRights, bounds: Partial<HeldGrant> = {}): HeldGrant => ({
  role_code: one.code,
  is_builtin: one.is_builtin,
  permissions: one.is_builtin ? null : toPermissionMap(one.permissions),
  scope: 'role',
  team_id: null,
  ...bounds,
});
const reachOf = (grants: readonly HeldGrant[]) => (permission: Permission) =>
  model.rowScopeFor(grants, permission);

describe('coversScope', () => {
  it.each<[Partial<RowScope> | null, Partial<RowScope>, number[], boolean]>([
    [null, { own: true }, [], false],
    [{ org: true }, { org: true, own: true, reports: true, team: true, team_ids: [7] }, [7], true],
    [{ own: true, reports: true, team: true, team_ids: [7] }, { org: true }, [7], false],
    [{ team: true }, { own: true }, [], false],
    [{ own: true }, { team: true }, [], false],
    [{ team: true }, { reports: true }, [], false],
    [{ own: true, team: true }, { own: true, team: true }, [], true],
    [{ team_ids: [7] }, { team_ids: [9] }, [9, 7], true],
    [{ team_ids: [9] }, { team_ids: [7] }, [7], false],
    [{ team_ids: [7] }, { team: true }, [7], false],
    [{ team: true }, { team_ids: [7] }, [7], false],
  ])('of %j over %j with the team lineage %j returns %j', (has, given, lineage, expected) => {
    expect(coversScope(has && { ...none, ...has }, { ...none, ...given }, () => lineage)).toBe(expected);
  });
});

describe('findExcessPermissions', () => {
  it.each<[RoleRights, RoleRights, Permission[]]>([
    [builtin('owner'), builtin('owner'), []],
    [builtin('owner'), role({ 'task:manage': ['org'] }), []],
    [builtin('manager'), builtin('employee'), []],
    [builtin('employee'), builtin('manager'), ['task:create', 'task:read', 'task:update', 'user:read']],
    [builtin('manager'), role({ 'task:update': ['reports'] }), ['task:update']],
    [role({ 'task:manage': ['own'] }), role({ 'task:update': ['own'] }), []],
    [
      role({ 'task:read': ['org'], 'task:create': ['org'], 'task:update': ['org'] }),
      role({ 'task:manage': ['org'] }),
      ['task:manage'],
    ],
    [builtin('owner'), role({ 'audit_log:manage': ['org'] }), ['audit_log:manage']],
    [role({}), role({ 'ghost:read': ['org'] }), []],
  ])('for a caller with %j and the role %j', (giver, given, expected) => {
    expect(findExcessPermissions(model, reachOf([held(giver)]), given)).toEqual(expected);
  });

  it('accounts for the restriction of a grant', () => {
    const giver = reachOf([held(builtin('employee'))]);
    expect(
      findExcessPermissions(model, giver, role({ 'task:read': ['org'] }), { scope: 'own', team_id: null }),
    ).toEqual([]);
    const inTeam = reachOf([held(builtin('owner'), { scope: 'team', team_id: 7 })]);
    const bounds = { scope: 'team', team_id: 9 } as const;
    expect(findExcessPermissions(model, inTeam, builtin('manager'), bounds, [9, 7])).toEqual([]);
    expect(findExcessPermissions(model, inTeam, builtin('manager'), bounds, [9])).not.toEqual([]);
  });
});

it('detects restrictions that leave no permission', () => {
  const own = { scope: 'own', team_id: null } as const;
  expect(grantsNothing(model, role({ 'audit_log:read': ['org'] }), own)).toBe(true);
  expect(grantsNothing(model, role({ 'audit_log:read': ['org'], 'user:read': ['org'] }), own)).toBe(false);
  expect(grantsNothing(model, role({ 'user:read': ['org'] }), { scope: 'team', team_id: 1 })).toBe(true);
  expect(grantsNothing(model, role({}), { scope: 'role', team_id: null })).toBe(false);
});

it.each<[Permission, Scope[], boolean]>([
  ['task:read', ['own', 'org'], true],
  ['task:manage', ['team'], true],
  ['task:approve', ['org'], false],
  ['ghost:manage', ['org'], false],
  ['user:read', ['team'], false],
])('allows %s with the scopes %j in a role: %j', (permission, scopes, fits) => {
  expect(findPermissionError(model, { permission, scopes }) === null).toBe(fits);
});

it('lists the declared permissions of a built-in role and the stored ones of a custom role', () => {
  const stored = role({ 'task:read': ['own'] });
  expect(listRolePermissions(model, stored)).toEqual(stored.permissions);
  expect(listRolePermissions(model, { ...builtin('employee'), permissions: stored.permissions })).toEqual([
    { permission: 'task:read', scopes: ['own'] },
  ]);
  expect(listRolePermissions(model, { ...builtin('viewer'), permissions: stored.permissions })).toEqual([]);
  const custom = { ...stored, code: 'employee' };
  expect(listRolePermissions(model, { ...custom, permissions: [] })).toEqual([]);
});

it.each([
  ['owner', true, 'role', true],
  ['owner', true, 'own', false],
  ['owner', true, 'team', false],
  ['owner', false, 'role', false],
  ['admin', true, 'role', false],
] as const)(
  'the role %s, built in: %s, granted with the scope %s, makes an owner: %s',
  (role_code, is_builtin, scope, expected) => {
    expect(includesOwner([{ role_code, is_builtin, scope }])).toBe(expected);
    expect(isOwner({ code: role_code, is_builtin })).toBe(role_code === 'owner' && is_builtin);
  },
);

it.each<[Partial<RowScope> | null, number | null, boolean]>([
  [null, 5, false],
  [{}, 5, false],
  [{ org: true }, 6, true],
  [{ org: true }, null, true],
  [{ own: true }, 5, true],
  [{ own: true }, 6, false],
  [{ own: true }, null, false],
  [{ reports: true, team: true }, 5, false],
])('with the scope %j on grants, user 5 can change those of user %j: %j', (scope, user_id, expected) => {
  const rowScopeFor = () => scope && { ...none, ...scope };
  const change = (by: number | null) =>
    canChangeGrants({ user_id: by, rowScopeFor } as unknown as Caller, 'grant:create', user_id);
  expect(change(5)).toBe(expected);
  // The system has no user: a new user is not its own.
  if (user_id === null) expect(change(null)).toBe(scope?.org === true);
});

it.each<[Partial<RowScope>, Scope[]]>([
  [{}, []],
  [{ own: true, org: true }, ['own', 'org']],
  [{ reports: true, team: true }, ['reports', 'team']],
  [{ own: true, team_ids: [7] }, ['own', 'team']],
])('shows clients the rows %j as %j', (scope, expected) => {
  expect(listScopes({ ...none, ...scope })).toEqual(expected);
});

const scopes = fc.subarray<Scope>(['own', 'reports', 'team', 'org'], { minLength: 1 });
const permission = fc.constantFrom(
  'task:read',
  'task:update',
  'task:manage',
  'user:read',
  'user:manage',
  'audit_log:read',
);
const someRole = fc.oneof(
  fc.constantFrom('owner', 'manager', 'employee', 'viewer').map(builtin),
  fc.dictionary(permission, scopes, { maxKeys: 4 }).map(role),
);
const bounds = fc.oneof(
  fc.constantFrom({ scope: 'role', team_id: null } as const, { scope: 'own', team_id: null } as const),
  fc.constantFrom(7, 8, 9).map((team_id) => ({ scope: 'team', team_id }) as const),
);
const someGrants = fc.array(
  fc.tuple(someRole, bounds).map(([one, narrowed]) => held(one, narrowed)),
  {
    maxLength: 4,
  },
);

describe('for any grants', () => {
  it('a permitted grant adds nothing to the rights of the user who creates it', () => {
    fc.assert(
      fc.property(someGrants, someRole, bounds, (grants, given, narrowed) => {
        const lineage = narrowed.team_id === null ? [] : [narrowed.team_id];
        fc.pre(findExcessPermissions(model, reachOf(grants), given, narrowed, lineage).length === 0);
        for (const one of model.permissions) {
          const more = model.rowScopeFor([...grants, held(given, narrowed)], one);
          if (more?.team_ids.length) continue;
          expect(more === null || coversScope(model.rowScopeFor(grants, one), more, () => lineage)).toBe(
            true,
          );
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('an additional grant removes no right, and an unrestricted one can be granted to others', () => {
    fc.assert(
      fc.property(someGrants, someRole, (grants, one) => {
        const more = [...grants, held(one)];
        for (const asked of model.permissions) {
          const [few, many] = [model.rowScopeFor(grants, asked), model.rowScopeFor(more, asked)];
          if (few)
            for (const team of [undefined, ...few.team_ids]) {
              const part = { ...few, team_ids: team === undefined ? [] : [team] };
              expect(coversScope(many, part)).toBe(true);
            }
        }
        const undeclared = one.permissions.some(({ permission: name }) => name === 'audit_log:manage');
        expect(undeclared ? [] : findExcessPermissions(model, reachOf(more), one)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a grant for own rows includes no row beyond the unrestricted grant', () => {
    fc.assert(
      fc.property(someRole, (one) => {
        for (const asked of model.permissions) {
          const narrowed = model.rowScopeFor([held(one, { scope: 'own' })], asked);
          if (narrowed) expect(coversScope(model.rowScopeFor([held(one)], asked), narrowed)).toBe(true);
        }
      }),
    );
  });
});
