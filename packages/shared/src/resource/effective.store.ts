import { Prisma } from '../db/index.ts';
import { at } from './row-select.store.ts';

const { sql } = Prisma;

/** The columns of a period, and what its end means. */
interface Period {
  from: string;
  to: string;
  end: 'last' | 'first_after';
}

/** Rows that apply on a date. */
export function asOf({ from, to, end }: Period, date: string, alias: string): Prisma.Sql {
  const isBeforeEnd = end === 'last' ? sql`>=` : sql`>`;
  return sql`${at(alias, from)} <= ${date}::date and (${at(alias, to)} is null or ${at(alias, to)} ${isBeforeEnd} ${date}::date)`;
}
