import { AppError, type Caller, type HeldGrant, type Permission, type RowScope } from '@wfp/shared';
import { interruptLongWork, lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';
import { isActiveUser } from '../../accounts/index.ts';
import { type ReadRows, rightsHash } from '../granted-roles/granted-roles.store.ts';
import { completeRoles, roleCacheOf } from '../granted-roles/granted-roles.ts';

const { sql } = Prisma;

export interface GrantDetails extends HeldGrant {
  id: number;
  role_id: number;
  source: 'manual' | 'hierarchy' | 'default' | 'pack';
  ends_at: Date | null;
}

export interface LockedCaller extends Caller {
  grants: readonly (HeldGrant & Partial<Pick<GrantDetails, 'ends_at'>>)[];
}

interface GrantWithHash extends GrantDetails {
  hash: string;
}

/** Query for the grants of a user that have not ended, without what their roles give. */
const unendedGrants = (caller: Caller, user_id: number | null) => sql`
  select g.id, g.role_id, g.source, g.ends_at, r.code as role_code, r.is_builtin, g.scope, g.team_id,
    null as permissions, ${rightsHash('r')} as hash
  from grants g
  join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
  where g.org_id = ${caller.org_id} and g.user_id = ${user_id} and g.deleted_at is null
    and (g.ends_at is null or g.ends_at > clock_timestamp())`;
const hasBegun = sql`(g.starts_at is null or g.starts_at <= now())`;

const maxAttempts = 5;

/**
 * Reads grants, and adds what their roles give: each role once, and only if the process does not know it. Repeats both if a
 * role changes in between, which the access lock prevents.
 */
async function findGrants(rows: ReadRows, caller: Caller, statement: Prisma.Sql): Promise<GrantDetails[]> {
  const cache = roleCacheOf(caller.platform);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const grants = await rows<GrantWithHash>(statement);
    const hashes = new Map(grants.map(({ role_id, hash }) => [role_id, hash]));
    const roles = await completeRoles(cache, rows, caller.org_id, hashes);
    if (roles.size < hashes.size) continue;
    return grants.map(({ hash: _, ...grant }) => ({
      ...grant,
      permissions: roles.get(grant.role_id)?.role?.permissions ?? null,
    }));
  }
  throw new AppError('unavailable', 'The roles of the organization are being changed; try again');
}

/** Returns the grants in force of a user; none if the user is not active. */
export async function findGrantsOfActiveUser(
  rows: ReadRows,
  caller: Caller,
  user_id: number | null,
): Promise<GrantDetails[]> {
  const isActive = isActiveUser(sql`${caller.org_id}`, sql`${user_id}`);
  return findGrants(
    rows,
    caller,
    sql`select h.* from (${unendedGrants(caller, user_id)} and ${hasBegun} order by g.id) h where ${isActive}`,
  );
}

/** Returns the grants in force of a user, whether or not the user is active. */
export async function findGrantsInForce(
  tx: Transaction,
  caller: Caller,
  user_id: number,
): Promise<GrantDetails[]> {
  return findGrants(tx.rows, caller, sql`${unendedGrants(caller, user_id)} and ${hasBegun} order by g.id`);
}

/** Returns the grants in force of a user and those that start later. */
export async function findUnendedGrants(
  tx: Transaction,
  caller: Caller,
  user_id: number,
): Promise<GrantDetails[]> {
  return findGrants(tx.rows, caller, sql`${unendedGrants(caller, user_id)} order by g.id`);
}

/**
 * Takes the organization's access lock until the end of the transaction, and returns the caller with current rights,
 * without those lost since the request began. The restrictions of an API key remain.
 */
export async function lockAccess(tx: Transaction, caller: Caller): Promise<LockedCaller> {
  await lockOrganization(tx, caller, 'access');
  if (caller.credential.kind === 'system') return caller;
  return withGrants(caller, await findGrantsOfActiveUser(tx.rows, caller, caller.user_id));
}

/** Like {@link lockAccess}, for a decision that the caller made earlier: a deactivated or deleted user keeps the rights. */
export async function lockPastAccess(tx: Transaction, caller: Caller): Promise<LockedCaller> {
  await lockOrganization(tx, caller, 'access');
  if (caller.credential.kind === 'system' || caller.user_id === null) return caller;
  return withGrants(caller, await findGrantsInForce(tx, caller, caller.user_id));
}

/**
 * Call it first in a transaction that takes rights away. An import that blocks it is rolled back, and begins again later with
 * the rights that its requester has then: it can take minutes.
 */
export const interruptImports = (tx: Transaction, caller: Caller): Promise<void> =>
  interruptLongWork(tx, caller, 'access');

/**
 * Returns a caller with the current rights of another user, for decisions of that user which take effect now; without rights if
 * the user is not active. The calling code holds the access lock.
 */
export async function findAuthority(
  tx: Transaction,
  caller: Caller,
  user_id: number | null,
): Promise<LockedCaller> {
  const grants = await findGrantsOfActiveUser(tx.rows, caller, user_id);
  const { access } = caller.platform;
  return {
    ...caller,
    ...{ user_id, employee_id: null, credential: { kind: 'job' }, grants },
    rowScopeFor: memoize((permission) => access.rowScopeFor(grants, permission)),
  };
}

/** The callers with fewer grants, by the number of grants: a later time always leaves a part of those of an earlier one. */
const lastingCallers = new WeakMap<LockedCaller, Map<number, LockedCaller>>();

/**
 * Returns the caller with only the grants that last at least until a given time, for effects that outlast the other
 * grants.
 *
 * @param until null to keep only grants without an end
 */
export function withLastingGrants(by: LockedCaller, until: Date | null): LockedCaller {
  if (by.credential.kind === 'system') return by;
  const isLong = ({ ends_at = null }: { ends_at?: Date | null }) =>
    ends_at === null || (until !== null && ends_at >= until);
  const grants = by.grants.filter(isLong);
  const known = lastingCallers.get(by) ?? new Map<number, LockedCaller>();
  lastingCallers.set(by, known);
  const lasting = known.get(grants.length) ?? withGrants(by, grants);
  known.set(grants.length, lasting);
  return lasting;
}

function withGrants(caller: Caller, grants: LockedCaller['grants']): LockedCaller {
  const { access } = caller.platform;
  return {
    ...caller,
    grants,
    rowScopeFor: memoize((permission) =>
      caller.rowScopeFor(permission) ? access.rowScopeFor(grants, permission) : null,
    ),
  };
}

/** Checks of many grants ask for the same permissions again. */
function memoize(rowScopeFor: Caller['rowScopeFor']): Caller['rowScopeFor'] {
  const known = new Map<Permission, RowScope | null>();
  return (permission) => {
    const found = known.get(permission);
    if (found !== undefined) return found;
    const rowScope = rowScopeFor(permission);
    known.set(permission, rowScope);
    return rowScope;
  };
}
