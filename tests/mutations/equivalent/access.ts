import { type EquivalentMutant, sameInstant, uniqueIds } from './equivalent-mutant.ts';

const checks = { file: 'packages/areas/src/access/authority/checks.store.ts', kind: 'sql' } as const;

const lock = { file: 'packages/areas/src/access/authority/lock.store.ts', kind: 'sql' } as const;

const grants = { file: 'packages/areas/src/access/grants/grants.store.ts', kind: 'sql' } as const;

const grantsService = { file: 'packages/areas/src/access/grants/grants.service.ts' } as const;

const teamGrants = { file: 'packages/areas/src/access/grants/team-grants.store.ts', kind: 'sql' } as const;

const teamGrantsService = { file: 'packages/areas/src/access/grants/team-grants.service.ts' } as const;

const managers = { file: 'packages/areas/src/access/managers/managers.store.ts' } as const;

const managersService = { file: 'packages/areas/src/access/managers/managers.service.ts' } as const;

const seatGrants = { file: 'packages/areas/src/access/managers/seat-grants.service.ts' } as const;

const roles = { file: 'packages/areas/src/access/roles/roles.store.ts', kind: 'sql' } as const;

const rolesStore = { file: 'packages/areas/src/access/roles/roles.store.ts' } as const;

const rolesService = { file: 'packages/areas/src/access/roles/roles.service.ts' } as const;

const writtenRow = 'Narrows the type: the write returns the row.';
const lockedRole = 'All changes of roles hold the access lock, so the role that was read is still live.';
const builtinRole = 'Built-in roles cannot be deleted, and no other live role has their code.';
const onlyForbidden = 'Narrows the type: only an AppError has this kind.';

export const equivalentInAccess: readonly EquivalentMutant[] = [
  {
    file: 'packages/areas/src/access/authority/access.policy.ts',
    kind: 'condition',
    from: 'role.is_builtin',
    change: 'false',
    reason: 'The permissions in a grant of a built-in role are not read, and the role stores none.',
  },
  {
    file: 'packages/areas/src/access/grants/grants.service.ts',
    kind: 'condition',
    from: 'grant.team_id == null',
    change: 'false',
    reason: 'Saves a statement, which would return no team.',
  },
  {
    file: 'packages/areas/src/access/grants/grants.service.ts',
    kind: 'condition',
    from: 'grant.ends_at',
    change: 'true',
    reason: 'An invalid date, like null, is after the end of every grant that ends.',
  },
  {
    file: 'packages/areas/src/access/authority/authority.ts',
    kind: 'operand',
    from: 'excess.length > 0 && grant.team_id !== null',
    change: 'only grant.team_id !== null',
    reason: 'Saves a statement: a right over more teams only makes the excess smaller.',
  },
  ...[
    'cachesByDatabase.set(database, cache);',
    'cache.add(org_id, found.version, byId);',
    'cache.add(org_id, null, read);',
  ].map(
    (from) =>
      ({
        file: 'packages/areas/src/access/granted-roles/granted-roles.ts',
        kind: 'statement',
        from,
        change: 'removed',
        reason: 'Saves a query, which returns the roles that the cache would have.',
      }) as const,
  ),
  { ...grants, change: 'o.org_id = g.org_id → true', reason: uniqueIds },
  { ...lock, change: 'r.org_id = g.org_id → true', reason: uniqueIds },
  { ...lock, change: 'g.org_id = ${caller.org_id} → true', reason: uniqueIds },
  {
    ...lock,
    change: 'r.deleted_at is null → true',
    reason: 'Deleting a role ends its grants under the access lock.',
  },
  { ...lock, change: '> → >=', reason: sameInstant },
  { ...lock, change: '<= → <', reason: sameInstant },
  { ...checks, change: 'r.org_id = g.org_id → true', reason: uniqueIds },
  { ...checks, change: '> → >=', reason: sameInstant },
  {
    ...grantsService,
    kind: 'operand',
    change: 'only Date.parse(body.ends_at) <= caller.platform.clock.now().getTime()',
    reason: 'Narrows the type: null is no time, and no time is before another that is none.',
  },
  {
    ...grantsService,
    kind: 'comparison',
    change: 'Date.parse(body.ends_at) < caller.platform.clock.now().getTime()',
    reason: sameInstant,
  },
  { ...grantsService, kind: 'condition', from: '!written', change: 'false', reason: writtenRow },
  {
    ...grantsService,
    kind: 'statement',
    from: "throw new Error('Invariant: the insert returned no row');",
    change: 'removed',
    reason: writtenRow,
  },
  {
    ...grantsService,
    kind: 'boolean',
    from: "role.code === 'owner'",
    change: 'true',
    reason: 'The first built-in role is that of owners.',
  },
  { ...grantsService, kind: 'condition', from: '!owner', change: 'false', reason: writtenRow },
  {
    ...grantsService,
    kind: 'statement',
    from: "throw new Error('Invariant: there is no owner role');",
    change: 'removed',
    reason: writtenRow,
  },
  {
    ...grantsService,
    kind: 'condition',
    from: 'role',
    change: 'true',
    reason: 'Narrows the type: there is always a default role.',
  },
  { ...grants, change: 'g.org_id = ${caller.org_id} → true', reason: uniqueIds },
  { ...grants, change: 'c.org_id = g.org_id → true', reason: uniqueIds },
  { ...grants, change: 'r.org_id = g.org_id → true', reason: uniqueIds },
  { ...grants, change: 'r.is_builtin → true', reason: builtinRole },
  { ...grants, change: '<= → <', reason: sameInstant },
  {
    file: 'packages/areas/src/access/grants/grant-fields.store.ts',
    kind: 'sql',
    change: 'ro.org_id = ${raw(`${alias}.org_id`)} → true',
    reason: uniqueIds,
  },
  {
    file: 'packages/areas/src/access/grants/grant-fields.store.ts',
    kind: 'sql',
    change: '<= → <',
    reason: sameInstant,
  },
  {
    file: 'packages/areas/src/access/grants/grant-fields.store.ts',
    kind: 'sql',
    change: '> → >=',
    reason: sameInstant,
  },
  {
    file: 'packages/areas/src/access/grants/lane.store.ts',
    kind: 'sql',
    change: '<= → <',
    reason: sameInstant,
  },
  { ...teamGrants, change: 'r.org_id = g.org_id → true', reason: uniqueIds },
  { ...teamGrants, change: 'g.org_id = ${org_id} → true', reason: uniqueIds },
  { ...teamGrants, change: '> → >=', reason: sameInstant },
  {
    ...teamGrants,
    change: 'r.deleted_at is null → true',
    reason: 'Deleting a role ends its grants under the access lock.',
  },
  {
    ...teamGrantsService,
    kind: 'condition',
    from: 'wider.length === 0',
    change: 'false',
    reason: 'Saves the access lock, under which nothing is checked.',
  },
  {
    ...teamGrantsService,
    kind: 'operand',
    change: "only error.kind !== 'forbidden'",
    reason: onlyForbidden,
  },
  { ...managers, kind: 'sql', change: 'e.org_id = ${caller.org_id} → true', reason: uniqueIds },
  { ...managers, kind: 'sql', change: 'r.org_id = e.org_id → true', reason: uniqueIds },
  { ...managers, kind: 'sql', change: 'g.org_id = ${caller.org_id} → true', reason: uniqueIds },
  {
    ...managers,
    kind: 'condition',
    from: '!found',
    change: 'false',
    reason: 'Narrows the type: a query without `from` returns a row.',
  },
  {
    ...managersService,
    kind: 'condition',
    from: 'employee_ids.length === 0 && user_ids.length === 0',
    change: 'false',
    reason: 'Saves the access lock, under which nothing is compared.',
  },
  {
    ...managersService,
    kind: 'condition',
    from: 'missing.length === 0',
    change: 'false',
    reason: 'Saves a statement whose result is not used.',
  },
  {
    ...seatGrants,
    kind: 'operand',
    change: "only error.kind === 'forbidden'",
    reason: onlyForbidden,
  },
  {
    ...seatGrants,
    kind: 'operand',
    change: 'only (await holdsRole(tx, by, user_id, role_id))',
    reason: 'Narrows the type: no grant has no user.',
  },
  {
    ...seatGrants,
    kind: 'operand',
    change: 'only decider.api_key_id === null',
    reason: 'Narrows the type: no user, no grants.',
  },
  {
    ...seatGrants,
    kind: 'condition',
    from: 'isCaller',
    change: 'false',
    reason: 'Saves a query for the rights that the caller has already.',
  },
  {
    file: 'packages/areas/src/access/managers/ownership.service.ts',
    kind: 'operand',
    change: "only one.role_code === 'admin'",
    reason: builtinRole,
  },
  {
    file: 'packages/areas/src/access/consequences.ts',
    kind: 'condition',
    from: 'before.manager_id === now.manager_id && before.status === now.status',
    change: 'false',
    reason: 'Saves a comparison, which would find no difference.',
  },
  {
    ...seatGrants,
    kind: 'condition',
    from: 'ids.length === 0',
    change: 'false',
    reason: 'Saves the access lock and a statement, which would change no row.',
  },
  {
    file: 'packages/areas/src/access/managers/seat-grants.store.ts',
    kind: 'sql',
    change: 'g.org_id = ${caller.org_id} → true',
    reason: uniqueIds,
  },
  {
    file: 'packages/areas/src/access/roles/role-fields.store.ts',
    kind: 'sql',
    change: 'g.org_id = ${raw(`${alias}.org_id`)} → true',
    reason: uniqueIds,
  },
  { ...rolesService, kind: 'condition', from: '!role', change: 'false', reason: writtenRow },
  {
    ...rolesService,
    kind: 'statement',
    from: "throw new Error('Invariant: the write returned no row');",
    change: 'removed',
    reason: writtenRow,
  },
  {
    ...rolesService,
    kind: 'condition',
    from: 'former',
    change: 'true',
    reason: 'Narrows the type: there is always a default role.',
  },
  {
    ...roles,
    from: "sql`select ${roles.select('r')} from roles r where r.org_id = ${caller.org_id} and r.is_default and r.deleted_at is null`",
    change: 'r.deleted_at is null → true',
    reason: 'The default role cannot be deleted.',
  },
  ...['r.is_builtin → true', 'r.deleted_at is null → true'].map(
    (change) =>
      ({
        ...roles,
        from: "sql`select ${roles.select('r')} from roles r where r.org_id = ${caller.org_id} and r.is_builtin and r.code = ${code} and r.deleted_at is null`",
        change,
        reason: builtinRole,
      }) as const,
  ),
  {
    ...roles,
    from: "sql`select r.id from roles r where r.org_id = ${caller.org_id} and r.id = ${id} and r.is_builtin and r.code = 'owner'`",
    change: 'r.is_builtin → true',
    reason: builtinRole,
  },
  {
    ...roles,
    from: "sql`select ${roles.select('r')} from roles r where r.org_id = ${caller.org_id} and r.id = ${grant.role_id}`",
    change: 'r.org_id = ${caller.org_id} → true',
    reason: uniqueIds,
  },
  { ...roles, change: 'g.org_id = r.org_id → true', reason: uniqueIds },
  {
    ...roles,
    from: 'sql`select r.code from roles r where r.org_id = ${caller.org_id} and r.code = any(${[...codes]}::text[])`',
    change: 'r.code = any(${[...codes]}::text[]) → true',
    reason: 'Saves reading the other codes of the organization.',
  },
  { ...roles, change: 'deleted_at is null → true', reason: lockedRole },
  {
    ...rolesStore,
    kind: 'condition',
    from: '!role',
    change: 'false',
    reason: 'Narrows the type: the role exists.',
  },
  ...[
    "throw new Error('Invariant: a grant has no role');",
    'throw new Error(`Invariant: there is no built-in role ${code}`);',
  ].map(
    (from) =>
      ({
        ...rolesStore,
        kind: 'statement',
        from,
        change: 'removed',
        reason: 'Narrows the type: the role exists.',
      }) as const,
  ),
];
