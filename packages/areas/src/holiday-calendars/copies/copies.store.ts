import type { Caller } from '@wfp/shared';
import { anyOf, type Change, Prisma, readRows, type Transaction } from '@wfp/shared/db';
import { holidays } from '../holidays/holidays.resource.ts';
import { selectYears } from '../holidays/holidays.store.ts';
import type { CopyYear } from './copies.contract.ts';
import type { CopiedHoliday } from './copies.policy.ts';

const { sql } = Prisma;

/** Locks a live calendar. Returns false if it was deleted. */
export async function lockCalendar(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select c.id from holiday_calendars c where c.org_id = ${caller.org_id} and c.id = ${id}
      and c.deleted_at is null for no key update`,
  );
  return rows.length > 0;
}

export const readYears = (caller: Caller, calendar_id: number, years: CopyYear): Promise<CopiedHoliday[]> =>
  readRows<CopiedHoliday>(caller, selectYears(caller, calendar_id, years));

/** Reads the holidays of both years. Requires the lock of the calendar. */
export const readLockedYears = (
  tx: Transaction,
  caller: Caller,
  calendar_id: number,
  years: CopyYear,
): Promise<CopiedHoliday[]> => tx.rows<CopiedHoliday>(selectYears(caller, calendar_id, years));

/** Inserts copies of holidays at the same day of another year, which must have that day. */
export function insertCopies(
  caller: Caller,
  ids: readonly number[],
  { from, to }: CopyYear,
): Change<{ id: number }> {
  return {
    table: holidays.table,
    statement: sql`
      insert into holidays (org_id, calendar_id, date, name, part, created_by, updated_by)
      select h.org_id, h.calendar_id, (h.date + make_interval(years => ${to - from}::int))::date, h.name, h.part,
        ${caller.user_id}::int, ${caller.user_id}::int
      from holidays h where h.org_id = ${caller.org_id} and h.id = ${anyOf(ids, 'int')}
      order by h.date`,
    select: sql`c.id`,
  };
}
