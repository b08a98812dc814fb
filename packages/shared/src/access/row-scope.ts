import type { Caller } from '../caller.ts';
import { Prisma } from '../db/generated/client.ts';
import type { RowOwners } from '../db/statements/scoped-table.ts';
import type { RowScope } from './access-model.ts';
import type { Permission } from './rights.ts';

export type { RecordNaming, RowOwners, ScopedTable, ScopedUser } from '../db/statements/scoped-table.ts';

/**
 * The predicate that limits a statement to the rows covered by a permission (own, reports, team, org). It complements
 * the `org_id` predicate and never replaces it.
 *
 * Ids are arrays, computed before the rows are searched: PostgreSQL uses no index for `in (select …)` next to an `or`.
 */
export function rowsInScope(caller: Caller, permission: Permission, owners: RowOwners): Prisma.Sql {
  const scope = caller.rowScopeFor(permission);
  if (!scope) return Prisma.sql`false`;
  if (scope.org) return Prisma.sql`true`;
  const parts = [
    ...ownRows(caller, scope, owners),
    ...reportRows(caller, scope, owners),
    ...teamRows(caller, scope, owners),
  ];
  return parts.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(parts, ' or ')})`;
}

function ownRows(caller: Caller, scope: RowScope, owners: RowOwners): Prisma.Sql[] {
  if (!scope.own) return [];
  const byUser = (owners.users ?? []).map((column) => Prisma.sql`${column} = ${caller.user_id}`);
  if (owners.own) byUser.push(owners.own);
  if (caller.employee_id === null) return byUser;
  return [
    ...byUser,
    ...(owners.employees ?? []).map((column) => Prisma.sql`${column} = ${caller.employee_id}`),
  ];
}

function reportRows(caller: Caller, scope: RowScope, owners: RowOwners): Prisma.Sql[] {
  if (!scope.reports || caller.employee_id === null) return [];
  return (owners.employees ?? []).map(
    (column) =>
      Prisma.sql`${column} = any(array(select employees_below(${caller.org_id}::int, ${caller.employee_id}::int)))`,
  );
}

/** The functions of PostgreSQL that follow all memberships, or only primary teams; see `RowOwners.byPrimaryTeam`. */
export const teamFunctions = {
  any: { teamsOf: Prisma.raw('teams_of'), employeesIn: Prisma.raw('employees_in_teams') },
  primary: { teamsOf: Prisma.raw('teams_of_primary'), employeesIn: Prisma.raw('employees_in_primary') },
};

function teamRows(caller: Caller, scope: RowScope, owners: RowOwners): Prisma.Sql[] {
  const { teamsOf, employeesIn } = teamFunctions[owners.byPrimaryTeam ? 'primary' : 'any'];
  const teams: Prisma.Sql[] = [];
  if (scope.team && caller.employee_id !== null) {
    teams.push(Prisma.sql`select ${teamsOf}(${caller.org_id}::int, ${caller.employee_id}::int)`);
  }
  if (scope.team_ids.length > 0) {
    teams.push(Prisma.sql`select teams_under(${caller.org_id}::int, ${[...scope.team_ids]}::int[])`);
  }
  return teams.flatMap((set) => [
    ...(owners.teams ?? []).map((column) => Prisma.sql`${column} = any(array(${set}))`),
    ...(owners.employees ?? []).map(
      (column) =>
        Prisma.sql`${column} = any(array(select ${employeesIn}(${caller.org_id}::int, array(${set}))))`,
    ),
  ]);
}
