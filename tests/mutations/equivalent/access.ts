import {
  builtinRole,
  type EquivalentMutant,
  onlyForbidden,
  sameInstant,
  uniqueIds,
  writtenRow,
} from './equivalent-mutant.ts';

const checks = { file: 'packages/areas/src/access/authority/checks.store.ts', kind: 'sql' } as const;

const lock = { file: 'packages/areas/src/access/authority/lock.store.ts', kind: 'sql' } as const;

const grants = { file: 'packages/areas/src/access/grants/grants.store.ts', kind: 'sql' } as const;

const grantsService = { file: 'packages/areas/src/access/grants/grants.service.ts' } as const;

const teamGrants = { file: 'packages/areas/src/access/grants/team-grants.store.ts', kind: 'sql' } as const;

const teamGrantsService = { file: 'packages/areas/src/access/grants/team-grants.service.ts' } as const;

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
    file: 'packages/areas/src/access/grants/expiry/lane.store.ts',
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
    kind: 'operand',
    change: 'only !error.denial',
    reason: onlyForbidden,
  },
];
