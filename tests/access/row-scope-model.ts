import type { Scope, ScopedTable, ScopedUser } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { RowScopeWorld } from './row-scope-world.ts';

const { sql, join, raw } = Prisma;

/** The expected row scope of a user: by scopes, or a team with its descendants. */
export interface ExpectedScope {
  scopes: readonly Scope[];
  team_id?: number;
  /** True if memberships do not count, only primary teams. */
  byPrimaryTeam?: boolean;
}

interface Person {
  user_id: number;
  employee_id: number | null;
}

interface OwnedRow {
  id: number;
  users: number[];
  employees: number[];
  teams: number[];
  /** True if the declared `own` predicate makes the user an owner. */
  own: boolean;
}

/** Computes reporting lines and team memberships of today from plain rows, independently of the service. */
export async function loadStructure({ service, owner }: RowScopeWorld) {
  const { org_id } = owner.user;
  const teams = await service.rows<{ id: number; parent_id: number | null }>(
    sql`select id, parent_id from teams where org_id = ${org_id} and deleted_at is null`,
  );
  const employees = await service.rows<{ id: number; manager_id: number | null; team_id: number | null }>(
    sql`select id, manager_id, team_id from employees where org_id = ${org_id} and deleted_at is null`,
  );
  const members = await service.rows<{ team_id: number; employee_id: number; joined: string; left: string }>(
    sql`select team_id, employee_id, joined_on::text as joined, left_on::text as left from team_members
      where org_id = ${org_id} and deleted_at is null`,
  );
  const today = new Date().toISOString().slice(0, 10);
  const current = members.filter(({ joined, left }) => joined <= today && (left === null || left > today));
  const closure = (tops: number[], below: (id: number) => number[]): Set<number> => {
    const found = new Set(tops);
    for (const id of found) for (const next of below(id)) found.add(next);
    return found;
  };
  const teamsUnder = (tops: number[]) =>
    closure(tops, (id) => teams.filter((one) => one.parent_id === id).map((one) => one.id));
  const reportsOf = (id: number) => employees.filter((one) => one.manager_id === id).map((one) => one.id);
  return {
    teamsUnder,
    below: (employee: number) => closure(reportsOf(employee), reportsOf),
    teamsOf: (employee: number, byPrimaryTeam: boolean) =>
      teamsUnder([
        ...employees.flatMap((one) => (one.id === employee && one.team_id !== null ? [one.team_id] : [])),
        ...current.filter((one) => !byPrimaryTeam && one.employee_id === employee).map((one) => one.team_id),
      ]),
    inTeams: (ids: Set<number>, byPrimaryTeam: boolean) =>
      new Set([
        ...employees.filter((one) => one.team_id !== null && ids.has(one.team_id)).map((one) => one.id),
        ...current.filter((one) => !byPrimaryTeam && ids.has(one.team_id)).map((one) => one.employee_id),
      ]),
  };
}
export type Structure = Awaited<ReturnType<typeof loadStructure>>;

/** Returns the rows of a resource with their declared owners. */
export async function ownedRows(
  { service, owner }: RowScopeWorld,
  rows: ScopedTable,
  user: ScopedUser,
): Promise<OwnedRow[]> {
  const owners = rows.owners(user);
  const list = (columns: readonly Prisma.Sql[] = []) =>
    columns.length === 0 ? sql`'{}'::int[]` : sql`array_remove(array[${join(columns)}]::int[], null)`;
  return service.rows<OwnedRow>(sql`
    select r.id, ${list(owners.users)} as users, ${list(owners.employees)} as employees, ${list(owners.teams)} as teams,
      ${owners.own ?? sql`false`} as own
    from ${raw(rows.table)} r where r.org_id = ${owner.user.org_id} and to_jsonb(r) ->> 'deleted_at' is null
    order by r.id`);
}

/** Returns which kinds of ownership of a row could match the person. */
export const ownerMatches = (row: OwnedRow, { user_id, employee_id }: Person): boolean[] => [
  row.own,
  row.users.includes(user_id),
  employee_id !== null && row.employees.includes(employee_id),
  row.employees.length > 0,
  row.teams.length > 0,
];

export function permittedIds(
  rows: OwnedRow[],
  who: Person,
  how: ExpectedScope,
  structure: Structure,
): number[] {
  const { scopes, team_id, byPrimaryTeam = false } = how;
  const me = who.employee_id;
  const none = new Set<number>();
  const below = scopes.includes('reports') && me !== null ? structure.below(me) : none;
  const mine = scopes.includes('team') && me !== null ? structure.teamsOf(me, byPrimaryTeam) : none;
  const teams = team_id === undefined ? mine : structure.teamsUnder([team_id]);
  const colleagues = structure.inTeams(teams, byPrimaryTeam);
  const isMine = (row: OwnedRow) =>
    scopes.includes('own') &&
    (row.own || row.users.includes(who.user_id) || (me !== null && row.employees.includes(me)));
  return rows
    .filter(
      (row) =>
        isMine(row) ||
        row.employees.some((id) => below.has(id) || colleagues.has(id)) ||
        row.teams.some((id) => teams.has(id)),
    )
    .map((row) => row.id);
}
