import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

const inYear = (year: number) =>
  sql`h.date between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)`;

/** Counts the holidays of a year. Requires the lock of the calendar. */
export async function countHolidays(
  tx: Transaction,
  caller: Caller,
  calendar_id: number,
  year: number,
): Promise<number> {
  const [row] = await tx.rows<{ holidays: number }>(
    sql`select count(*)::int as holidays from holidays h
      where h.org_id = ${caller.org_id} and h.calendar_id = ${calendar_id} and ${inYear(year)} and h.deleted_at is null`,
  );
  return row?.holidays ?? 0;
}

/** The holidays of two years, by date. */
export const selectYears = (
  caller: Caller,
  calendar_id: number,
  { from, to }: { from: number; to: number },
): Prisma.Sql =>
  sql`select h.id, h.date::text as date, h.name, h.part from holidays h
    where h.org_id = ${caller.org_id} and h.calendar_id = ${calendar_id} and (${inYear(from)} or ${inYear(to)})
      and h.deleted_at is null
    order by h.date`;
