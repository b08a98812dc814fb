import type { Caller } from '../../caller.ts';
import { type ColumnValues, Prisma, type Transaction } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import { columnOn } from '../rows/row-select.store.ts';

const { sql } = Prisma;

/** The columns of a period. `end`: the end date is the last day of the period, or the first day after it. */
export interface Period {
  from: string;
  to: string;
  end: 'last' | 'first_after';
}

/** Matches rows that are effective on a date. */
export function asOf({ from, to, end }: Period, date: string, alias: string): Prisma.Sql {
  const isBeforeEnd = end === 'last' ? sql`>=` : sql`>`;
  return sql`${columnOn(alias, from)} <= ${date}::date and (${columnOn(alias, to)} is null or ${columnOn(alias, to)} ${isBeforeEnd} ${date}::date)`;
}

/**
 * Matches rows that are or will be effective or, with `current` false, all other rows. The end is the first day after
 * the period; a row whose end is not after its start was never effective.
 */
export function isCurrent({ from, to }: Period, alias: string, current = true): Prisma.Sql {
  const applies = sql`(${columnOn(alias, to)} is null or ${columnOn(alias, to)} > greatest(${columnOn(alias, from)}, current_date))`;
  return current ? applies : sql`not ${applies}`;
}

/** The columns that end a row today, or on its start date if that is later. */
export function endedToday({ from, to }: Period, alias: string): ColumnValues {
  return { [to]: sql`greatest(${columnOn(alias, from)}, current_date)` };
}

export async function hasEnded(
  tx: Transaction,
  { org_id }: Caller,
  table: string,
  period: Period,
  id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select r.id from ${identifier(table)} r
    where r.org_id = ${org_id} and r.id = ${id} and ${isCurrent(period, 'r', false)}`);
  return rows.length > 0;
}
