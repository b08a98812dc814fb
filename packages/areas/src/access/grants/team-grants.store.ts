import type { Caller, HeldGrant } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { selectLineage, teamOf } from '../../teams/index.ts';
import { permissionList } from '../roles/role-fields.store.ts';
import type { RoleRow } from '../roles/roles.store.ts';

const { sql } = Prisma;

/** A grant that is limited to a team. */
export interface TeamGrant {
  user_id: number;
  scope: HeldGrant['scope'];
  ends_at: Date | null;
  team_name: string;
  role: Pick<RoleRow, 'code' | 'name' | 'is_builtin' | 'permissions'>;
  /** The team that the grant will include, and the teams that are above it now. */
  lineage: number[];
}

/**
 * Returns the grants, including those that start later, that will include a team when it is placed below another: those limited
 * to the other team or to teams above it, unless they are above the team now.
 */
export async function findTeamGrantsAbove(
  tx: Transaction,
  caller: Caller,
  { team_id, below }: { team_id: number; below: number },
): Promise<TeamGrant[]> {
  const { org_id } = caller;
  return tx.rows<TeamGrant>(sql`
    select g.user_id, g.scope::text, g.ends_at, t.name as team_name, array${selectLineage(org_id, team_id)} as lineage,
      jsonb_build_object('code', r.code, 'name', r.name, 'is_builtin', r.is_builtin,
        'permissions', ${permissionList('r')}) as role
    from grants g
    join ${teamOf('t', 'g')}
    join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
    where g.org_id = ${org_id} and g.deleted_at is null and (g.ends_at is null or g.ends_at > now())
      and g.team_id in ${selectLineage(org_id, below)} and g.team_id not in ${selectLineage(org_id, team_id)}
    order by g.id`);
}
