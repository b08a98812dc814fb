import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type RecordedTable, type Transaction, updateRows } from '@wfp/shared/db';
import { grantOf } from '../../access/index.ts';
import { selectHolderIds, selectPlannedHolderIds } from '../../employees/index.ts';

const { sql } = Prisma;

/** The number of employees who hold a position or are to take it: a change that waits for its day counts as made. */
export const filledSeats = (org_id: Prisma.Sql, position_id: Prisma.Sql) =>
  sql`(select count(*) from (${selectHolderIds(org_id, position_id)} union ${selectPlannedHolderIds(org_id, position_id)}) seats)::int`;

/** A locked position. */
export interface LockedPosition {
  id: number;
  code: string;
  status: string;
  default_role_id: number | null;
}

/** Locks positions until the end of the transaction, in the order of their ids. References to them do not wait. */
export async function lockPositions(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, LockedPosition>> {
  const rows =
    await tx.rows<LockedPosition>(sql`select p.id, p.code, p.status::text, p.default_role_id from positions p
    where p.org_id = ${caller.org_id} and p.id = any(${[...ids]}::int[]) and p.deleted_at is null
    order by p.id for no key update`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The number of employees who hold a position now, and of those who hold it or are to take it. */
export async function countHolders(
  tx: Transaction,
  caller: Caller,
  position_id: number,
): Promise<{ now: number; filled: number }> {
  const [org, id] = [sql`${caller.org_id}::int`, sql`${position_id}::int`];
  const [counted] = await tx.rows<{ now: number; filled: number }>(
    sql`select (select count(*) from (${selectHolderIds(org, id)} and e.status <> 'pre_hire') held)::int as now, ${filledSeats(org, id)} as filled`,
  );
  if (!counted) throw new Error('A count came back empty');
  return counted;
}

/** Records a change of a position whose own columns stay: its holders are other rows. */
export function touchPosition(caller: Caller, table: RecordedTable, id: number): Change<{ id: number }> {
  const statement = updateRows(caller, table, {}, sql`id = ${id} and deleted_at is null`);
  return { table, statement, select: sql`c.id` };
}

/** Stores which grant came with a seat. */
export async function insertSeatGrant(
  tx: Transaction,
  caller: Caller,
  kept: { grant_id: number; position_id: number; employee_id: number },
): Promise<void> {
  await tx.executeUnrecorded(sql`insert into position_grants (org_id, grant_id, position_id, employee_id)
    values (${caller.org_id}, ${kept.grant_id}, ${kept.position_id}, ${kept.employee_id})`);
}

/** The grants that came with a seat of an employee and have not been ended. */
export async function findSeatGrants(
  tx: Transaction,
  caller: Caller,
  seat: { position_id: number; employee_id: number },
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`select g.id from position_grants k
    join ${grantOf('g', 'k')}
    where k.org_id = ${caller.org_id} and k.employee_id = ${seat.employee_id} and k.position_id = ${seat.position_id}
    order by g.id`);
  return rows.map((row) => row.id);
}
