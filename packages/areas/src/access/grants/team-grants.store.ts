import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { selectLineage, teamOf } from '../../teams/index.ts';
import { listPermissions, type RoleRights } from '../authority/access.policy.ts';
import { rightsHash } from '../granted-roles/granted-roles.store.ts';
import { completeRoles, roleCacheOf } from '../granted-roles/granted-roles.ts';

const { sql } = Prisma;

/** A grant that is limited to a team. */
interface TeamGrantRow {
  user_id: number;
  role_id: number;
  ends_at: Date | null;
  team_name: string;
  code: string;
  is_builtin: boolean;
  hash: string;
  /** The team that the grant will include, and the teams that are above it now. */
  lineage: number[];
}

export type TeamGrant = Omit<TeamGrantRow, 'role_id' | 'code' | 'is_builtin' | 'hash'> & { role: RoleRights };

interface Nesting {
  team_id: number;
  below: number;
}

/** Clauses `from` and `where` for the grants of {@link findTeamGrantsAbove}. */
const grantsAbove = (org_id: number, { team_id, below }: Nesting) => sql`from grants g
  join ${teamOf('t', 'g')}
  join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
  where g.org_id = ${org_id} and g.deleted_at is null and (g.ends_at is null or g.ends_at > now())
    and g.team_id in ${selectLineage(org_id, below)} and g.team_id not in ${selectLineage(org_id, team_id)}`;

export async function hasTeamGrantsAbove(
  tx: Transaction,
  caller: Caller,
  nesting: Nesting,
): Promise<boolean> {
  const rows = await tx.rows(sql`select g.id ${grantsAbove(caller.org_id, nesting)} limit 1`);
  return rows.length > 0;
}

/**
 * Returns the grants, including those that start later, that will include a team when it is placed below another: those limited
 * to the other team or to teams above it, unless they are above the team now. Of the grants of a role, returns the last to
 * end, of the caller and of other users: a caller who could grant it could grant the others.
 *
 * The calling code holds the access lock.
 */
export async function findTeamGrantsAbove(
  tx: Transaction,
  caller: Caller,
  nesting: Nesting,
): Promise<TeamGrant[]> {
  const { org_id, user_id } = caller;
  const grants = await tx.rows<TeamGrantRow>(sql`
    with above as (
      select g.id, g.user_id, g.role_id, g.ends_at, t.name as team_name, r.code, r.is_builtin, ${rightsHash('r')} as hash,
        g.user_id is not distinct from ${user_id}::int as is_own ${grantsAbove(org_id, nesting)}
    ), last as (
      select distinct on (role_id, is_own) * from above order by role_id, is_own, ends_at desc nulls first, id
    )
    select id, user_id, role_id, ends_at, team_name, code, is_builtin, hash,
      array${selectLineage(org_id, nesting.team_id)} as lineage
    from last order by id`);
  const hashes = new Map(grants.map(({ role_id, hash }) => [role_id, hash]));
  const roles = await completeRoles(roleCacheOf(caller.platform), tx.rows, org_id, hashes);
  return grants.map(({ role_id, code, is_builtin, hash: _, ...grant }) => {
    const found = roles.get(role_id)?.role;
    if (!found) throw new Error('Invariant: the role of a grant changed under the access lock');
    return { ...grant, role: { code, is_builtin, permissions: listPermissions(found.permissions) } };
  });
}
