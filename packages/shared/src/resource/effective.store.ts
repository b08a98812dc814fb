import { Prisma } from '../db/index.ts';
import type { Effective } from './effective.ts';
import { at } from './row-select.store.ts';

const { sql } = Prisma;

/** Rows that apply on a date. */
export function asOf(
  { from, to, end }: Omit<Effective, 'noOverlapWithin'>,
  date: string,
  alias: string,
): Prisma.Sql {
  const isBeforeEnd = end === 'last' ? sql`>=` : sql`>`;
  return sql`${at(alias, from)} <= ${date}::date and (${at(alias, to)} is null or ${at(alias, to)} ${isBeforeEnd} ${date}::date)`;
}
