import {
  type AnyConsequence,
  AppError,
  consequence,
  type Permission,
  type RowOwners,
  rowsInScope,
} from '@wfp/shared';
import { Prisma, type RecordedTable, updateRows } from '@wfp/shared/db';
import { teamDeleting, teamDissolved, teamNesting } from '../announcements.ts';
import { selectLineage } from '../references.store.ts';

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

/**
 * Rejects placing a team below another unless the caller has a permission on all rows of the team and of the teams below it,
 * deleted ones included: users of the teams above get their rights with the scope `team` on these rows.
 *
 * @param permission what moving a single row to another team requires
 * @param owners those of the alias `r`
 */
export function guardRowsOnTeamNesting(
  name: string,
  table: string,
  { permission, owners, noun }: { permission: Permission; owners: RowOwners; noun: string },
): AnyConsequence {
  return consequence({
    on: teamNesting,
    name,
    writes: [],
    run: async ({ tx, caller, payload: { team_id, below } }) => {
      if (caller.rowScopeFor(permission)?.org) return;
      const { org_id } = caller;
      const covered = rowsInScope(caller, permission, { ...owners, teams: [sql`r.team_id`] });
      const rows = await tx.rows(sql`select r.id from ${raw(table)} r where r.org_id = ${org_id}
        and r.team_id = any(array(select teams_under(${org_id}::int, array[${team_id}::int])))
        and exists (${selectLineage(org_id, below)} except ${selectLineage(org_id, team_id)})
        and (${covered}) is not true limit 1`);
      if (rows.length === 0) return;
      throw new AppError(
        'forbidden',
        `Requires ${permission} on all ${noun} of the team and of the teams below it`,
      );
    },
  });
}
