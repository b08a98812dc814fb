import { type Caller, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  Prisma,
  type RecordedTable,
  readPage,
  type Transaction,
  updateRows,
} from '@wfp/shared/db';
import { grantOf } from '../access/index.ts';
import { liveUserOf } from '../accounts/index.ts';
import type { ListHolders } from './positions.contract.ts';

const { sql } = Prisma;

/** Who hold a position, or are to from their first day on. */
const holding = (org_id: Prisma.Sql, position_id: Prisma.Sql) => sql`
  select e.id from employees e where e.org_id = ${org_id} and e.position_id = ${position_id}
    and e.deleted_at is null and e.status <> 'terminated'`;

/** How many hold a position or are to take it: a change that waits for its day counts as made. */
export const filled = (org_id: Prisma.Sql, position_id: Prisma.Sql) => sql`(select count(*) from (
  ${holding(org_id, position_id)}
  union
  select h.employee_id from employee_changes h
  join employees e on e.org_id = h.org_id and e.id = h.employee_id and e.deleted_at is null
  where h.org_id = ${org_id} and h.state = 'scheduled' and h.set ->> 'position_id' = (${position_id})::text) seats)::int`;

/** A position, locked against whatever else goes by its holders. */
export interface LockedPosition {
  id: number;
  code: string;
  status: string;
  default_role_id: number | null;
}

/**
 * Locks positions until the end of the transaction, in the order of their ids. Whoever merely refers to one does not
 * wait.
 */
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

/** How many hold a position now, and how many hold it or are to. */
export async function countHolders(
  tx: Transaction,
  caller: Caller,
  position_id: number,
): Promise<{ now: number; filled: number }> {
  const [org, id] = [sql`${caller.org_id}::int`, sql`${position_id}::int`];
  const [counted] = await tx.rows<{ now: number; filled: number }>(
    sql`select (select count(*) from (${holding(org, id)} and e.status <> 'pre_hire') held)::int as now, ${filled(org, id)} as filled`,
  );
  if (!counted) throw new Error('A count came back empty');
  return counted;
}

/** Marks a position as changed, with nothing of its own that changes: its holders are other rows. */
export function touchPosition(caller: Caller, table: RecordedTable, id: number): Change<{ id: number }> {
  const statement = updateRows(caller, table, {}, sql`id = ${id} and deleted_at is null`);
  return { table, statement, select: sql`c.id` };
}

/** The live user of an employee. */
export async function userOf(tx: Transaction, caller: Caller, employee_id: number): Promise<number | null> {
  const [row] = await tx.rows<{ user_id: number }>(sql`select u.id as user_id from employees e
    join ${liveUserOf('u', 'e')}
    where e.org_id = ${caller.org_id} and e.id = ${employee_id}`);
  return row?.user_id ?? null;
}

/** Remembers which grant came with a seat. */
export async function keepGrant(
  tx: Transaction,
  caller: Caller,
  kept: { grant_id: number; position_id: number; employee_id: number },
): Promise<void> {
  await tx.executeUnrecorded(sql`insert into position_grants (org_id, grant_id, position_id, employee_id)
    values (${caller.org_id}, ${kept.grant_id}, ${kept.position_id}, ${kept.employee_id})`);
}

/** The grants that came with a seat of an employee and that nobody has ended since. */
export async function grantsOfSeat(
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

/** Somebody who holds a seat. */
export interface HolderRow {
  employee_id: number;
  employee_number: string;
  first_name: string;
  last_name: string;
  since: string;
}

/**
 * Who hold a position on a day, as far as the caller may see employees: the last change of each employee up to that
 * day that says something of their position, or of their status.
 */
export async function findHolders(
  caller: Caller,
  position_id: number,
  query: ListHolders & { as_of: string },
): Promise<Listed<HolderRow>> {
  const upTo = sql`h.org_id = e.org_id and h.employee_id = e.id and h.state in ('applied', 'scheduled')
    and h.effective_date <= ${query.as_of}::date`;
  const last = (
    field: string,
  ) => sql`lateral (select h.set ->> ${field}::text as value, h.effective_date from employee_changes h
    where ${upTo} and h.set ? ${field}::text order by h.effective_date desc, h.sequence desc limit 1)`;
  return readPage<HolderRow>(caller, query, {
    columns: sql`e.id as employee_id, e.employee_number, e.first_name, e.last_name,
      to_char(seat.effective_date, 'YYYY-MM-DD') as since`,
    from: sql`employees e join ${last('position_id')} seat on true left join ${last('status')} standing on true`,
    where: sql`e.org_id = ${caller.org_id} and e.deleted_at is null
      and e.id in (select h.employee_id from employee_changes h where h.org_id = ${caller.org_id}
        and h.state in ('applied', 'scheduled') and h.set ->> 'position_id' = ${position_id}::int::text)
      and seat.value = ${position_id}::int::text and standing.value is distinct from 'terminated'
      and ${rowsInReach(caller, 'employee:read', { users: [sql`e.user_id`], employees: [sql`e.id`] })}`,
    orderBy: sql`lower(e.last_name), lower(e.first_name), e.id`,
  });
}
