import { CalendarDate } from '@wfp/shared/contract';
import { yearOf } from '../holidays/holidays.contract.ts';
import type { CopyYear } from './copies.contract.ts';

export interface CopiedHoliday {
  id: number;
  date: string;
  name: string;
  part: string;
}

export interface CopyPlan {
  /** The holidays to copy, with their new dates. */
  copies: CopiedHoliday[];
  /** Dates in the new year that have a holiday already. */
  existing: string[];
  /** Dates that the new year does not have. */
  omitted: string[];
  /** Number of holidays of the new year after the copy. */
  total: number;
}

/** Determines which holidays of a year to copy. `holidays` contains those of both years. */
export function planCopy(holidays: readonly CopiedHoliday[], { from, to }: CopyYear): CopyPlan {
  const taken = new Set(holidays.map(({ date }) => date).filter((date) => yearOf(date) === to));
  const plan: CopyPlan = { copies: [], existing: [], omitted: [], total: taken.size };
  for (const one of holidays.filter(({ date }) => yearOf(date) === from)) {
    const date = `${String(to).padStart(4, '0')}${one.date.slice(4)}`;
    if (!CalendarDate.safeParse(date).success) plan.omitted.push(one.date);
    else if (taken.has(date)) plan.existing.push(date);
    else plan.copies.push({ ...one, date });
  }
  plan.total += plan.copies.length;
  return plan;
}
