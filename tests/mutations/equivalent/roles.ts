import {
  builtinRole,
  type EquivalentMutant,
  onlyForbidden,
  uniqueIds,
  writtenRow,
} from './equivalent-mutant.ts';

const managers = { file: 'packages/areas/src/access/managers/managers.store.ts' } as const;

const managersService = { file: 'packages/areas/src/access/managers/managers.service.ts' } as const;

const seatGrants = { file: 'packages/areas/src/access/managers/seat-grants.service.ts' } as const;

const roles = { file: 'packages/areas/src/access/roles/roles.store.ts', kind: 'sql' } as const;

const rolesStore = { file: 'packages/areas/src/access/roles/roles.store.ts' } as const;

const rolesService = { file: 'packages/areas/src/access/roles/roles.service.ts' } as const;

const lockedRole = 'All changes of roles hold the access lock, so the role that was read is still live.';

export const equivalentInRoles: readonly EquivalentMutant[] = [
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
