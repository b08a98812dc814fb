import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** Teams of the caller and those below them. */
const ownTeams = ({ org_id, employee_id }: Caller) =>
  sql`select teams_of(${org_id}::int, ${employee_id}::int)`;

/** Teams that grants of reading views are limited to, and those below them. */
const grantedTeams = (caller: Caller) =>
  sql`select teams_under(${caller.org_id}::int, ${[...(caller.rowScopeFor('task_view:read')?.team_ids ?? [])]}::int[])`;

/**
 * Whoever may see views sees those for all and those of their teams, the teams that a grant names among them;
 * whoever manages views, those of all teams. A private one is its author's alone.
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

/** Whether the caller may put a view before the members of a team. */
export async function canShareWithTeam(tx: Transaction, caller: Caller, team_id: number): Promise<boolean> {
  if (canManageAll(caller)) return true;
  const rows = await tx.rows(sql`select t.id from (${ownTeams(caller)}) t(id) where t.id = ${team_id}`);
  return rows.length > 0;
}

const canManageAll = (caller: Caller) => caller.rowScopeFor('task_view:manage')?.org === true;
