import { type Caller, hasVisibleRow } from '@wfp/shared';
import {
  type Change,
  type Check,
  Prisma,
  type RecordedTable,
  sqlCheck,
  type Transaction,
  updateRows,
} from '@wfp/shared/db';
import type { GrantReplacement } from '../../access/announcements.ts';
import { grantEndedAt, grantOf } from '../../access/index.ts';
import { headcountPolicyOf } from '../../company-configuration/index.ts';
import { employeeOf, selectHolderIds, selectPlannedHolderIds } from '../../employees/index.ts';

const { sql, empty } = Prisma;

/**
 * SQL for the number of current and future holders of a position: scheduled changes count as made. It is a sum, because a
 * union would hash all holders.
 */
export const filledSeats = (org_id: Prisma.Sql, position_id: Prisma.Sql) =>
  sql`((select count(*) from (${selectHolderIds(org_id, position_id)}) held)
    + (select count(*) from (${selectPlannedHolderIds(org_id, position_id)}
      and (e.position_id is distinct from ${position_id} or e.status = 'terminated') group by 1) planned))::int`;

export interface LockedPosition {
  id: number;
  code: string;
  status: string;
  default_role_id: number | null;
  headcount: number;
  enforce_headcount: 'off' | 'warn' | 'block';
}

/**
 * Locks positions until the transaction ends, in the order of their ids. Writes of rows that refer to them do not wait.
 */
export async function lockPositions(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, LockedPosition>> {
  const rows =
    await tx.rows<LockedPosition>(sql`select p.id, p.code, p.status::text, p.default_role_id, p.headcount,
      ${headcountPolicyOf('p')} as enforce_headcount from positions p
    where p.org_id = ${caller.org_id} and p.id = any(${[...ids]}::int[]) and p.deleted_at is null
    order by p.id for no key update`);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function canReadPosition(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  if (caller.rowScopeFor('position:read')?.org) return true;
  return (await tx.rows(sql`select where ${hasVisibleRow(caller, 'position', id)}`)).length > 0;
}

/** Counts the current holders of a position (`now`), and its current and future holders together (`filled`). */
export async function countHolders(
  tx: Transaction,
  caller: Caller,
  position_id: number,
): Promise<{ now: number; filled: number }> {
  const [org, id] = [sql`${caller.org_id}::int`, sql`${position_id}::int`];
  const [counted] = await tx.rows<{ now: number; filled: number }>(
    sql`select (select count(*) from (${selectHolderIds(org, id)} and e.status <> 'pre_hire') held)::int as now, ${filledSeats(org, id)} as filled`,
  );
  if (!counted) throw new Error('Invariant: the query returned no row');
  return counted;
}

/** Counts the current and future holders of a position other than an employee, and returns whether that employee is one. */
export async function countOtherHolders(
  tx: Transaction,
  caller: Caller,
  position_id: number,
  employee_id: number | null,
): Promise<{ others: number; isHolder: boolean }> {
  const [org, id] = [sql`${caller.org_id}::int`, sql`${position_id}::int`];
  const isOther = sql`seats.id is distinct from ${employee_id}::int`;
  const [counted] = await tx.rows<{ others: number; isHolder: boolean }>(
    sql`select count(*) filter (where ${isOther})::int as others, count(*) filter (where not ${isOther}) > 0 as "isHolder"
      from (${selectHolderIds(org, id)} union ${selectPlannedHolderIds(org, id)}) seats`,
  );
  if (!counted) throw new Error('Invariant: the query returned no row');
  return counted;
}

/** Records a change of a position without changing its columns: its holders are rows of another table. */
export function touchPosition(caller: Caller, table: RecordedTable, id: number): Change<{ id: number }> {
  const statement = updateRows(caller, table, {}, sql`id = ${id} and deleted_at is null`);
  return { table, statement, select: sql`c.id` };
}

export async function insertSeatGrant(
  tx: Transaction,
  caller: Caller,
  grant: { grant_id: number; position_id: number; employee_id: number },
): Promise<void> {
  await tx.executeUnrecorded(sql`insert into position_grants (org_id, grant_id, position_id, employee_id)
    values (${caller.org_id}, ${grant.grant_id}, ${grant.position_id}, ${grant.employee_id})`);
}

/** Makes the replacements of grants that are held through a seat end with that seat, too. */
export async function copySeatGrants(
  tx: Transaction,
  caller: Caller,
  replacements: readonly GrantReplacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  const replaced = replacements.map((one) => one.grant_id);
  const by = replacements.map((one) => one.replacement_id);
  await tx.executeUnrecorded(sql`insert into position_grants (org_id, grant_id, position_id, employee_id)
    select k.org_id, p.replacement_id, k.position_id, k.employee_id from position_grants k
    join unnest(${replaced}::int[], ${by}::int[]) p(grant_id, replacement_id) on p.grant_id = k.grant_id
    where k.org_id = ${caller.org_id}`);
}

/** The live grants of the role of a seat to the users of an employee, or those of all seats of the employee. */
export async function findSeatGrants(
  tx: Transaction,
  caller: Caller,
  { employee_id, position_id }: { employee_id: number; position_id?: number },
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`select g.id from position_grants k
    join ${grantOf('g', 'k')}
    where k.org_id = ${caller.org_id} and k.employee_id = ${employee_id}
      ${position_id === undefined ? empty : sql`and k.position_id = ${position_id}`}
    order by g.id`);
  return rows.map((row) => row.id);
}

/** Condition: the employee `e` holds the seat of `k` and is linked to the user of its grant `g`. */
const isSeated = sql`e.user_id = g.user_id and e.position_id = k.position_id and e.deleted_at is null
  and e.status not in ('pre_hire', 'terminated')`;

/** The live grants of a user through seats that the user does not hold, or no longer. */
export async function findGroundlessGrants(
  tx: Transaction,
  caller: Caller,
  user_id: number,
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`select g.id from position_grants k
    join ${grantOf('g', 'k')} and g.user_id = ${user_id} left join ${employeeOf('e', 'k')} and ${isSeated}
    where k.org_id = ${caller.org_id} and e.id is null order by g.id`);
  return rows.map((row) => row.id);
}

export const seatGrantCheck: Check = sqlCheck(
  {
    name: 'seat-grants',
    scope: 'organization',
    invariant: 'Every user with a grant through a position is linked to an employee who holds it.',
    repair: 'End the grant.',
  },
  ({ org_id }) => sql`
    select format('grant %s of user %s: employee %s does not hold position %s or has another user', g.id, g.user_id,
      k.employee_id, k.position_id) as message
    from position_grants k join ${grantOf('g', 'k')} left join ${employeeOf('e', 'k')} and ${isSeated}
    where k.org_id = ${org_id} and e.id is null`,
);

/**
 * True if the deletion of an employee ended a grant of the role of their seat. If it did not, the role had not been granted
 * or had been withdrawn before.
 */
export async function hadSeatGrant(
  tx: Transaction,
  caller: Caller,
  { position_id, employee_id }: { position_id: number; employee_id: number },
  deleted_at: Date,
): Promise<boolean> {
  const rows = await tx.rows(sql`select g.id from position_grants k
    join ${grantEndedAt('g', 'k', deleted_at)}
    where k.org_id = ${caller.org_id} and k.employee_id = ${employee_id} and k.position_id = ${position_id}`);
  return rows.length > 0;
}
