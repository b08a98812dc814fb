import {
  type AnyConsequence,
  type Caller,
  consequence,
  missingPermission,
  type Permission,
  type RowOwners,
  resourceOf,
  rowsInScope,
} from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { coversAllPeople, findPermissionsOnPeople, lockAccess } from '../../access/index.ts';
import { teamNesting } from '../../teams/announcements.ts';
import { selectLineage, selectSubtree } from '../../teams/index.ts';

const { sql, raw } = Prisma;

interface Nesting {
  team_id: number;
  below: number;
}

/** Query for the ids of the teams that will be above a team and are not above it now. */
const selectNewAbove = (org_id: number, { team_id, below }: Nesting) =>
  sql`(${selectLineage(org_id, below)} except ${selectLineage(org_id, team_id)})`;

/** Query for the ids of the users whose primary team is, or will be by a scheduled change, new above a team. */
const selectUsersAbove = (org_id: number, nesting: Nesting) => sql`
  select e.user_id from employees e where e.org_id = ${org_id} and e.user_id is not null and e.deleted_at is null
    and (e.team_id = any(array${selectNewAbove(org_id, nesting)})
      or e.id = any(array(select h.employee_id from employee_changes h where h.org_id = ${org_id} and h.state = 'scheduled'
        and h.set ->> 'team_id' = any(array(select n.id::text from ${selectNewAbove(org_id, nesting)} n(id))))))`;

/**
 * Rejects placing a team below another unless the caller has permissions on all rows of the team and of the teams below it,
 * deleted ones included: the one that moving a single row to another team requires, and those that users whose primary team is
 * above get by the scope `team` of their roles.
 *
 * @param permission what moving a single row requires
 * @param tables the table of the rows, and those of rows that belong to them: permissions on all resources with these tables
 *   count
 * @param owners those of the alias `r`
 */
export function guardPeopleOnTeamNesting(
  name: string,
  {
    permission,
    tables,
    owners,
    noun,
  }: { permission: Permission; tables: readonly [string, ...string[]]; owners: RowOwners; noun: string },
): AnyConsequence {
  const [table] = tables;
  return consequence({
    on: teamNesting,
    name,
    writes: [],
    run: async ({ tx, caller, payload }) => {
      if (coversAllPeople(caller)) return;
      const given = await findGivenByTeam(tx, caller, payload, tables);
      for (const required of new Set([permission, ...given])) {
        if (caller.rowScopeFor(required)?.org) continue;
        if (await coversRows(tx, caller, payload, { table, required, owners })) continue;
        throw missingPermission(
          caller,
          required,
          `on all ${noun} of the team and of the teams below it, deleted ones included`,
        );
      }
    },
  });
}

/** Returns the permissions on the resources of some tables that users get in a team when it is placed below another. */
async function findGivenByTeam(
  tx: Transaction,
  caller: Caller,
  nesting: Nesting,
  tables: readonly string[],
): Promise<Permission[]> {
  const by = await lockAccess(tx, caller);
  const given = await findPermissionsOnPeople(tx, by, selectUsersAbove(caller.org_id, nesting), 'team');
  return given
    .map(({ permission }) => permission)
    .filter((permission) => {
      const rows = caller.platform.access.resources.get(resourceOf(permission))?.rows;
      return rows !== undefined && tables.includes(rows.table);
    });
}

/** True if the caller has a permission on all rows of a team and of the teams below it, or if no team above is new. */
async function coversRows(
  tx: Transaction,
  caller: Caller,
  nesting: Nesting,
  { table, required, owners }: { table: string; required: Permission; owners: RowOwners },
): Promise<boolean> {
  const { org_id } = caller;
  const covered = rowsInScope(caller, required, { ...owners, teams: [sql`r.team_id`] });
  const rows = await tx.rows(sql`select r.id from ${raw(table)} r where r.org_id = ${org_id}
    and r.team_id = any(array${selectSubtree(org_id, nesting.team_id)})
    and exists ${selectNewAbove(org_id, nesting)} and (${covered}) is not true limit 1`);
  return rows.length === 0;
}
