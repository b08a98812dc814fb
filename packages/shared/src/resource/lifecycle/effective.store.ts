import type { Caller } from '../../caller.ts';
import { type ColumnValues, Prisma, type Transaction } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded-table.ts';
import { columnOn } from '../rows/row-select.store.ts';

const { sql } = Prisma;

/** The columns of a period, and what its end means. */
export interface Period {
  from: string;
  to: string;
  end: 'last' | 'first_after';
}

/** Rows that apply on a date. */
export function asOf({ from, to, end }: Period, date: string, alias: string): Prisma.Sql {
  const isBeforeEnd = end === 'last' ? sql`>=` : sql`>`;
  return sql`${columnOn(alias, from)} <= ${date}::date and (${columnOn(alias, to)} is null or ${columnOn(alias, to)} ${isBeforeEnd} ${date}::date)`;
}

/**
 * Rows that apply today or will, or those that no longer do and never will. The end is the first day after the period:
 * one that is not after the start is that of a row which never applied.
 */
export function isCurrent({ from, to }: Period, alias: string, current = true): Prisma.Sql {
  const applies = sql`(${columnOn(alias, to)} is null or ${columnOn(alias, to)} > greatest(${columnOn(alias, from)}, current_date))`;
  return current ? applies : sql`not ${applies}`;
}

/** The columns of a row that ends today, or never starts. */
export function endedToday({ from, to }: Period, alias: string): ColumnValues {
  return { [to]: sql`greatest(${columnOn(alias, from)}, current_date)` };
}

/** True if a row has ended. */
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
