import type { z } from 'zod';
import { CalendarDate } from '../contract/index.ts';
import { invalidField } from '../errors.ts';
import type { Base, Contribution } from './capability.ts';
import { asOf } from './effective.store.ts';
import { field } from './field.ts';

/**
 * Rows apply from one date to another, and no two of one group at the same time. The database refuses an overlap, whatever
 * writes run at once: the table has the exclusion constraint `<table>_org_id_<from>_excl`
 * (`org_id` and the group with `=`, `daterange(from, to, …)` with `&&`, `where deleted_at is null`), and the check
 * `<table>_org_id_<to>_check`. Lists take `as_of`.
 */
export interface Effective {
  from: string;
  /** Null while no end is known. */
  to: string;
  /** `last`: the end is the last day on which the row applies; `first_after`: the first day on which it no longer does. */
  end?: 'last' | 'first_after';
  /** The columns whose values separate one sequence of periods from another. */
  noOverlapWithin: readonly string[];
}

/** The columns that rows get. */
export type EffectiveColumns<E> = E extends { from: infer From extends string; to: infer To extends string }
  ? { [K in From]: string } & { [K in To]: string | null }
  : unknown;

export function effectiveRows(options: Effective, _: Base): Contribution {
  const { from, to, end = 'last' } = options;
  return {
    fields: {
      [from]: field(CalendarDate, { required: true, filter: true, sort: 'value', pgType: 'date' }),
      [to]: field(CalendarDate.nullable(), { filter: true, sort: 'value', pgType: 'date' }),
    },
    filters: {
      as_of: {
        query: CalendarDate.meta({ description: 'Rows that apply on this date' }) as z.ZodType,
        where: (date: string, _caller, alias) => asOf({ from, to, end }, date, alias),
      },
    },
    hooks: {
      validate: ({ values }) => {
        const [first, last] = [values[from], values[to]];
        if (typeof first !== 'string' || typeof last !== 'string') return;
        if (end === 'last' && last < first) throw invalidField(to, `Must not be before ${from}`);
        if (end === 'first_after' && last <= first) throw invalidField(to, `Must be after ${from}`);
      },
    },
  };
}
