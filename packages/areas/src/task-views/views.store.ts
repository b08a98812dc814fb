import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const ownTeams = ({ org_id, employee_id }: Caller) =>
  sql`select teams_of(${org_id}::int, ${employee_id}::int)`;

/** Query for the teams, with subteams, to which the caller's grants of task_view:read are limited. */
const grantedTeams = (caller: Caller) =>
  sql`select teams_under(${caller.org_id}::int, ${[...(caller.rowScopeFor('task_view:read')?.team_ids ?? [])]}::int[])`;

/**
 * Condition: the view is visible to the caller. Each user sees their own views and those shared with the organization.
 * A view shared with a team is visible to members of the team and of the teams above it, to callers with a grant for
 * the team, and to callers who manage all views.
 */
export function isVisible(caller: Caller, alias: string): Prisma.Sql {
  const column = (name: string) => raw(`${alias}.${name}`);
  const isOfTeam = sql`${column('visibility')} = 'team'`;
  const ofTeam = canManageAll(caller)
    ? isOfTeam
    : sql`${isOfTeam} and ${column('team_id')} in (${ownTeams(caller)} union ${grantedTeams(caller)})`;
  return sql`(${column('created_by')} = ${caller.user_id} or ${column('visibility')} = 'org' or ${ofTeam})`;
}

export const isPrivate = (alias: string) => sql`${raw(alias)}.visibility = 'private'`;

export async function canShareWithTeam(tx: Transaction, caller: Caller, team_id: number): Promise<boolean> {
  if (canManageAll(caller)) return true;
  const rows = await tx.rows(sql`select t.id from (${ownTeams(caller)}) t(id) where t.id = ${team_id}`);
  return rows.length > 0;
}

const canManageAll = (caller: Caller) => caller.rowScopeFor('task_view:manage')?.org === true;
