import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows, wireColumns } from '@wfp/shared/db';
import { type TeamRow, teams } from '../rows/team.resource.ts';

const { sql } = Prisma;

const { table } = teams;

/** A team that is about to go, or to take what another leaves. */
export type LockedTeam = Pick<TeamRow, 'id' | 'kind' | 'lead_employee_id'>;

/**
 * Locks teams against any other change until the end, in the order of their ids. Whoever merely refers to one does not
 * wait: a task that is written meanwhile may hold what this transaction needs next.
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

/** Puts the teams that stand directly below one below another. */
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

/** Archives a team whose last members have just been moved: who reached it through it reaches it no more. */
export function archiveEmptied(caller: Caller, id: number): Change<TeamRow> {
  const where = sql`id = ${id} and deleted_at is null`;
  return { table, statement: updateRows(caller, table, { deleted_at: sql`now()` }, where) };
}

/** A team as the transaction has left it. */
export async function findTeamInTransaction(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<TeamRow | undefined> {
  const [row] = await tx.rows<TeamRow>(sql`select ${wireColumns(table, 't')} from teams t
    where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null`);
  return row;
}

/** How many employees have a team as their home, or will. */
export async function countEmployeesByPrimaryTeam(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<number> {
  const [row] = await tx.rows<{ homes: number }>(sql`select count(*)::int as homes from employees e
    where e.org_id = ${caller.org_id} and e.team_id = ${id} and e.deleted_at is null`);
  return row?.homes ?? 0;
}
