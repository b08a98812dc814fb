import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** Join target: the team that a row refers to, deleted or not. `join ${teamOf('t', 'e')}` for `e.team_id` */
export const teamOf = (team: string, row: string, column = 'team_id'): Prisma.Sql =>
  raw(`teams ${team} on ${team}.org_id = ${row}.org_id and ${team}.id = ${row}.${column}`);

/** `from` clause for the live teams `t` of an organization. Can be extended with `and`. */
export const liveTeams = (org_id: number): Prisma.Sql =>
  sql`from teams t where t.org_id = ${org_id} and t.deleted_at is null`;

export const teamsOfEmployee = (row: string): Prisma.Sql =>
  raw(`select m.team_id from team_members m where m.org_id = ${row}.org_id and m.employee_id = ${row}.employee_id
            and m.deleted_at is null and m.joined_on <= current_date and (m.left_on is null or m.left_on > current_date)`);

/** Query for the ids of a live team and of the teams above it. */
export const selectLineage = (org_id: number, team_id: number | Prisma.Sql): Prisma.Sql => sql`(
  with recursive up(id, parent_id) as (
    select t.id, t.parent_id from teams t where t.org_id = ${org_id} and t.id = ${team_id} and t.deleted_at is null
    union
    select p.id, p.parent_id from up join teams p on p.org_id = ${org_id} and p.id = up.parent_id
  ) select up.id from up)`;

/** Query for the ids of a team and of the teams below it, deleted ones included. */
export const selectSubtree = (org_id: number, team_id: number): Prisma.Sql => sql`(
  with recursive under(id) as (
    select ${team_id}::int
    union
    select t.id from teams t join under u on t.parent_id = u.id where t.org_id = ${org_id}
  ) select under.id from under)`;
