import { type Caller, type Permission, type RowScope, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  type Recording,
  readByKey,
  readPage,
  recordedTable,
  type Steps,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { type CreateTeam, type ListTeams, type PatchTeam, teamSorts } from './teams.contract.ts';
import type { Ties } from './teams.policy.ts';

const { sql, empty } = Prisma;

export const teamsTable = recordedTable({
  name: 'teams',
  aggregate: 'team',
  columns: Prisma.TeamScalarFieldEnum,
  record_name: sql`c.name`,
  subject: { team: sql`c.id` },
});

export const teamRows: RowScope = { table: 'teams', owners: () => ({ teams: [sql`r.id`] }) };

export interface TeamRow {
  id: number;
  org_id: number;
  name: string;
  slug: string;
  kind: string;
  parent_id: number | null;
}

const inReach = (caller: Caller, permission: Permission, id: Prisma.Sql) =>
  rowsInReach(caller, permission, { teams: [id] });

/** A team that the caller reaches with a permission. */
export async function findTeam(
  caller: Caller,
  id: number,
  permission: Permission = 'team:read',
): Promise<TeamRow | undefined> {
  return readByKey<TeamRow>(
    caller,
    sql`select ${wireColumns(teamsTable, 't')} from teams t where t.org_id = ${caller.org_id} and t.id = ${id}
      and t.deleted_at is null and ${inReach(caller, permission, sql`t.id`)}`,
  );
}

export async function findTeams(caller: Caller, query: ListTeams): Promise<Listed<TeamRow>> {
  const pattern = `%${query.q?.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`t.org_id = ${caller.org_id} and t.deleted_at is null and ${inReach(caller, 'team:read', sql`t.id`)}
    ${query.kind ? sql`and t.kind = ${query.kind}::team_kind` : empty}
    ${query.parent_id ? sql`and t.parent_id = ${query.parent_id}` : empty}
    ${query.lead_employee_id ? sql`and t.lead_employee_id = ${query.lead_employee_id}` : empty}
    ${query.q ? sql`and t.name ilike ${pattern}` : empty}`;
  return readPage<TeamRow>(caller, query, {
    columns: sql`${wireColumns(teamsTable, 't')}`,
    from: sql`teams t`,
    where,
    orderBy: orderOf(query.sort),
  });
}

function orderOf(sort: string): Prisma.Sql {
  const [name, kind] = Object.entries(teamSorts).find(([one]) => sort.endsWith(one)) ?? ['name', 'word'];
  const column = kind === 'word' ? sql`lower(t.${Prisma.raw(name)})` : sql`t.${Prisma.raw(name)}`;
  return sort.startsWith('-') ? sql`${column} desc, t.id desc` : sql`${column}, t.id`;
}

export function insertTeam(caller: Caller, team: CreateTeam): Change<TeamRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return { table: teamsTable, statement: insertInto(caller, teamsTable, { ...typed(team), ...by }) };
}

export function updateTeam(caller: Caller, id: number, patch: PatchTeam): Change<TeamRow> {
  const where = sql`id = ${id} and deleted_at is null and ${inReach(caller, 'team:update', sql`teams.id`)}`;
  return { table: teamsTable, statement: updateRows(caller, teamsTable, typed(patch), where) };
}

/** A team has moved exactly when it has another parent. */
export const teamUpdated: Recording = {
  event: 'team.post_update',
  also: [
    { type: 'team.moved', when: sql`c._before -> 'parent_id' is distinct from c._after -> 'parent_id'` },
  ],
};

export function archiveTeam(caller: Caller, id: number): Change<TeamRow> {
  const where = sql`id = ${id} and deleted_at is null and ${inReach(caller, 'team:archive', sql`teams.id`)}`;
  return { table: teamsTable, statement: updateRows(caller, teamsTable, { deleted_at: sql`now()` }, where) };
}

function typed(team: PatchTeam): ColumnValues {
  return { ...team, kind: team.kind && sql`${team.kind}::team_kind` };
}

/** Whether a team just written lies within what the caller's right to create reaches. */
export async function mayCreate(tx: Steps, caller: Caller, id: number): Promise<boolean> {
  if (caller.reach('team:create')?.org) return true;
  const rows = await tx.rows(sql`select t.id from teams t where t.org_id = ${caller.org_id} and t.id = ${id}
    and ${inReach(caller, 'team:create', sql`t.id`)}`);
  return rows.length > 0;
}

/** Locks a team against deletion (`share`) or against any other change (`update`) until the end. */
export async function lockTeam(
  tx: Steps,
  caller: Caller,
  id: number,
  strength: 'share' | 'update',
): Promise<Pick<TeamRow, 'id' | 'kind'> | undefined> {
  const [team] = await tx.rows<Pick<TeamRow, 'id' | 'kind'>>(
    sql`select t.id, t.kind from teams t where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null
      for ${Prisma.raw(strength)}`,
  );
  return team;
}

/** Locks an employee against deletion until the end; undefined when there is none. */
export async function lockEmployee(
  tx: Steps,
  caller: Caller,
  id: number,
): Promise<{ id: number; team_id: number | null } | undefined> {
  const [employee] = await tx.rows<{ id: number; team_id: number | null }>(
    sql`select e.id, e.team_id from employees e where e.org_id = ${caller.org_id} and e.id = ${id}
      and e.deleted_at is null for share`,
  );
  return employee;
}

export async function tiesOf(tx: Steps, caller: Caller, id: number): Promise<Ties> {
  const [ties] = await tx.rows<Ties>(sql`select
    (select count(*) from (
      select m.employee_id from team_members m where m.org_id = ${caller.org_id} and m.team_id = ${id}
        and m.deleted_at is null and (m.left_on is null or m.left_on > current_date)
      union
      select e.id from employees e where e.org_id = ${caller.org_id} and e.team_id = ${id} and e.deleted_at is null
    ) people)::int as members,
    (select count(*) from teams t where t.org_id = ${caller.org_id} and t.parent_id = ${id}
      and t.deleted_at is null)::int as children,
    (select count(*) from tasks t where t.org_id = ${caller.org_id} and t.assigned_team_id = ${id}
      and t.deleted_at is null and t.status not in ('done', 'cancelled'))::int as open_tasks,
    (select count(*) from positions p where p.org_id = ${caller.org_id} and p.team_id = ${id}
      and p.deleted_at is null)::int as positions`);
  if (!ties) throw new Error('A count came back empty');
  return ties;
}
