import { type EquivalentMutant, sameInstant, uniqueIds } from './equivalent-mutant.ts';

const checks = { file: 'packages/areas/src/access/authority/checks.store.ts', kind: 'sql' } as const;

const lock = { file: 'packages/areas/src/access/authority/lock.store.ts', kind: 'sql' } as const;

const grants = { file: 'packages/areas/src/access/grants/grants.store.ts', kind: 'sql' } as const;

export const equivalentInAccess: readonly EquivalentMutant[] = [
  {
    file: 'packages/areas/src/access/authority/access.policy.ts',
    kind: 'condition',
    from: 'role.is_builtin',
    change: 'false',
    reason: 'The permissions in a grant of a built-in role are not read, and the role stores none.',
  },
  {
    file: 'packages/areas/src/access/roles/delete-role.service.ts',
    kind: 'condition',
    from: 'rows.length === 0',
    change: 'false',
    reason: 'All changes of roles hold the access lock, so the role that was read still exists.',
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
];
