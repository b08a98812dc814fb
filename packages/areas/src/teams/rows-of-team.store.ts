import { type AnyConsequence, consequence } from '@wfp/shared';
import { Prisma, type RecordedTable, updateRows } from '@wfp/shared/db';
import { teamDissolved } from './announcements.ts';

const { sql } = Prisma;

/**
 * The consequence for rows that name a team in `team_id`: when it is merged or archived, the live ones go to the team
 * that takes over, each with its event.
 */
export function rowsFollowTeam(name: string, table: RecordedTable): AnyConsequence {
  const event = `${table.aggregate}.post_update`;
  return consequence({
    on: teamDissolved,
    name,
    writes: [event],
    run: async ({ tx, caller, payload: { from, into } }) => {
      const where = sql`team_id = ${from} and deleted_at is null`;
      const statement = updateRows(caller, table, { team_id: into }, where);
      await tx.write({ table, statement, select: sql`c.id` }, { event });
    },
  });
}
