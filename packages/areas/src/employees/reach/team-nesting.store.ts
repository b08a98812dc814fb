import {
  type AnyConsequence,
  AppError,
  type Caller,
  consequence,
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
 * @param resources those whose permissions apply to the rows
 * @param owners those of the alias `r`
 */
export function guardPeopleOnTeamNesting(
  name: string,
  table: string,
  {
    permission,
    resources,
    owners,
    noun,
  }: { permission: Permission; resources: readonly string[]; owners: RowOwners; noun: string },
): AnyConsequence {
  return consequence({
    on: teamNesting,
    name,
    writes: [],
    run: async ({ tx, caller, payload }) => {
      if (coversAllPeople(caller)) return;
      const given = await findGivenByTeam(tx, caller, payload, resources);
      for (const required of new Set([permission, ...given])) {
        if (caller.rowScopeFor(required)?.org) continue;
        if (await coversRows(tx, caller, payload, { table, required, owners })) continue;
        throw new AppError(
          'forbidden',
          `Requires ${required} on all ${noun} of the team and of the teams below it, deleted ones included`,
        );
      }
    },
  });
}

/** Returns the permissions on some resources that users get in a team when it is placed below another. */
async function findGivenByTeam(
  tx: Transaction,
  caller: Caller,
  nesting: Nesting,
  resources: readonly string[],
): Promise<Permission[]> {
  const by = await lockAccess(tx, caller);
  const given = await findPermissionsOnPeople(tx, by, selectUsersAbove(caller.org_id, nesting), 'team');
  return given
    .map(({ permission }) => permission)
    .filter((permission) => resources.includes(resourceOf(permission)));
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
