import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { selectLineage } from '../../teams/index.ts';
import { listPermissions, type RoleRights } from '../authority/access.policy.ts';
import { rightsHash } from '../granted-roles/granted-roles.store.ts';
import { completeRoles, roleCacheOf } from '../granted-roles/granted-roles.ts';

const { sql } = Prisma;

/** Query for ids of users. */
export type UserIds = Prisma.Sql;

interface RoleRow {
  role_id: number;
  code: string;
  is_builtin: boolean;
  hash: string;
}

/**
 * Returns the roles that users have, or will have, without a restriction to a team or own rows. The calling code holds the
 * access lock.
 */
export async function findUnrestrictedRoles(
  tx: Transaction,
  caller: Caller,
  users: UserIds,
): Promise<RoleRights[]> {
  const rows = await tx.rows<RoleRow>(sql`
    select distinct g.role_id, r.code, r.is_builtin, ${rightsHash('r')} as hash from grants g
    join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
    where g.org_id = ${caller.org_id} and g.user_id in (${users}) and g.scope = 'role' and g.deleted_at is null
      and (g.ends_at is null or g.ends_at > now()) order by g.role_id`);
  const hashes = new Map(rows.map(({ role_id, hash }) => [role_id, hash]));
  const roles = await completeRoles(roleCacheOf(caller.platform), tx.rows, caller.org_id, hashes);
  return rows.map(({ role_id, code, is_builtin }) => {
    const found = roles.get(role_id)?.role;
    if (!found) throw new Error('Invariant: a role changed under the access lock');
    return { code, is_builtin, permissions: listPermissions(found.permissions) };
  });
}

/** Returns a team and the teams above it, and whether one of them is a given team. */
export async function findLineageIfOwn(
  tx: Transaction,
  { org_id }: Caller,
  team_id: number,
  own_team_id: number | null,
): Promise<{ lineage: number[]; is_own: boolean }> {
  const [found] = await tx.rows<{ lineage: number[] }>(
    sql`select array${selectLineage(org_id, team_id)} as lineage`,
  );
  const lineage = found?.lineage ?? [];
  return { lineage, is_own: own_team_id !== null && lineage.includes(own_team_id) };
}
