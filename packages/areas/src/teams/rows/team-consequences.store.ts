import { type AnyConsequence, consequence } from '@wfp/shared';
import { Prisma, type RecordedTable, updateRows } from '@wfp/shared/db';
import { teamDeleting, teamDissolved } from '../announcements.ts';

const { sql, raw } = Prisma;

/** Moves the live rows of a table with `team_id` to the target when a team is merged or archived, with an event for each. */
export function moveRowsOnTeamMerge(name: string, table: RecordedTable): AnyConsequence {
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

/** Prevents the deletion of a team while live rows of a table refer to it by `team_id`. */
export function blockTeamDeletion(
  name: string,
  table: RecordedTable,
  [one, many]: readonly [one: string, many: string],
): AnyConsequence {
  return consequence({
    on: teamDeleting,
    name,
    writes: [],
    run: async ({ tx, caller, payload: { team_id, report } }) => {
      const [row] = await tx.rows<{
        count: number;
      }>(sql`select count(*)::int as count from ${raw(table.name)}
        where org_id = ${caller.org_id} and team_id = ${team_id} and deleted_at is null`);
      report(row?.count ?? 0, one, many);
    },
  });
}
