import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { selectLineage } from '../../teams/index.ts';
import { findExcessPermissions, type RoleRights } from './access.policy.ts';
import { rejectEscalation } from './authority.ts';
import type { LockedCaller } from './lock.store.ts';

const { sql } = Prisma;

/** Matches no team: with it, only permissions for the whole organization cover a grant for a team. */
const noTeam = 0;

/**
 * Checks what a role gives by the grants of a role that are limited to a team: there, the scope `team` means this team, and
 * not the teams of a user. The calling code has checked the role without restrictions, and holds the access lock.
 *
 * @param role the rights that these grants will give
 * @param held_role_id the role of the grants
 * @throws AppError `forbidden` if a grant would give more than the caller has
 */
export async function rejectEscalationInTeams(
  tx: Transaction,
  by: LockedCaller,
  role: RoleRights,
  held_role_id: number,
): Promise<void> {
  if (by.credential.kind === 'system') return;
  const { access } = by.platform;
  const inNoTeam = findExcessPermissions(access, by.rowScopeFor, role, { scope: 'team', team_id: noTeam });
  if (inNoTeam.length === 0) return;
  for (const { team_id, lineage } of await findTeamsOfGrants(tx, by, held_role_id))
    rejectEscalation(by, role, { scope: 'team', team_id }, lineage);
}

/** Returns the teams to which grants of a role are limited, with the teams above each. */
async function findTeamsOfGrants(
  tx: Transaction,
  caller: Caller,
  role_id: number,
): Promise<{ team_id: number; lineage: number[] }[]> {
  const { org_id } = caller;
  return tx.rows(sql`
    select held.team_id, array${selectLineage(org_id, sql`held.team_id`)} as lineage
    from (select distinct g.team_id from grants g where g.org_id = ${org_id} and g.role_id = ${role_id}
      and g.scope = 'team' and g.deleted_at is null and (g.ends_at is null or g.ends_at > now())) held
    order by held.team_id`);
}
