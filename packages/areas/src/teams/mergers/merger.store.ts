import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows, wireColumns } from '@wfp/shared/db';
import { type TeamRow, teams } from '../rows/team.resource.ts';

const { sql } = Prisma;

const { table } = teams;

export type LockedTeam = Pick<TeamRow, 'id' | 'kind' | 'lead_employee_id'>;

/**
 * Locks teams in the order of their ids. `no key update` lets concurrent inserts of referencing rows pass: a task
 * insert that waited for this lock could hold one that this transaction needs next.
 */
export async function lockTeams(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, LockedTeam>> {
  const rows = await tx.rows<LockedTeam>(sql`select t.id, t.kind::text, t.lead_employee_id from teams t
    where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null
    order by t.id for no key update`);
  return new Map(rows.map((row) => [row.id, row]));
}

export function moveChildren(caller: Caller, from: number, into: number): Change<TeamRow> {
  const where = sql`parent_id = ${from} and deleted_at is null`;
  return { table, statement: updateRows(caller, table, { parent_id: into }, where) };
}

export function setLead(caller: Caller, id: number, lead_employee_id: number): Change<TeamRow> {
  return {
    table,
    statement: updateRows(caller, table, { lead_employee_id }, sql`id = ${id}`),
  };
}

// Ignores row scope: the caller may have lost access to the team with its last member.
export function archiveEmptied(caller: Caller, id: number): Change<TeamRow> {
  const where = sql`id = ${id} and deleted_at is null`;
  return { table, statement: updateRows(caller, table, { deleted_at: sql`now()` }, where) };
}

/** Reads a team within the transaction, regardless of permissions. */
export async function findTeamInTransaction(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<TeamRow | undefined> {
  const [row] = await tx.rows<TeamRow>(sql`select ${wireColumns(table, 't')} from teams t
    where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null`);
  return row;
}

/** Counts employees whose primary team is the team, including future hires. */
export async function countEmployeesByPrimaryTeam(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<number> {
  const [row] = await tx.rows<{ employees: number }>(sql`select count(*)::int as employees from employees e
    where e.org_id = ${caller.org_id} and e.team_id = ${id} and e.deleted_at is null`);
  return row?.employees ?? 0;
}
