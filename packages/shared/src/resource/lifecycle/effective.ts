import { z } from 'zod';
import type { Caller } from '../../caller.ts';
import { CalendarDate, Flag } from '../../contract/index.ts';
import { invalidField, notFound } from '../../errors.ts';
import type { Contribution, ResourceBase } from '../capability.ts';
import { type Fields, type Filters, field } from '../contract/field.ts';
import type { WriteStep } from '../rows/hooks.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import { asOf, endedToday, hasEnded, isCurrent, type Period } from './effective.store.ts';

interface Dates {
  from: string;
  /** Null while no end is known. */
  to: string;
  /** The columns whose values separate one sequence of periods from another. */
  noOverlapWithin: readonly string[];
  /** The query parameter that lists the rows of a date; `as_of` when left out. */
  asOf?: string;
}

/** Clients send both dates, and change them. */
interface DatedRowsOptions extends Dates {
  /** `last`: the end is the last day on which the row applies; `first_after`: the first day on which it no longer does. */
  end?: 'last' | 'first_after';
  archive?: 'delete';
}

/**
 * A row starts today, or on the day that is sent when it is created, and `DELETE` ends it today: it stays, cannot be
 * changed any more, and is listed on request. One that is yet to start ends on the day on which it would have started,
 * and so never applies.
 */
interface EndingRowsOptions extends Dates {
  end: 'first_after';
  archive: 'end';
  /** The query parameter that lists the rows that have ended; other lists show those of today and of days to come. */
  ended: string;
}

/**
 * Rows apply from one date to another, and no two of one group at the same time. The database refuses an overlap, whatever
 * writes run at once: the table has the exclusion constraint `<table>_org_id_<from>_excl`
 * (`org_id` and the group, `daterange(from, to, …)` with `&&`, `where deleted_at is null`), and the check
 * `<table>_org_id_<to>_check`. Lists take `as_of`.
 */
export type Effective = DatedRowsOptions | EndingRowsOptions;

/** The columns that rows get. */
export type EffectiveColumns<E> = E extends { from: infer From extends string; to: infer To extends string }
  ? { [K in From]: string } & { [K in To]: string | null }
  : unknown;

export function effectiveCapability(options: Effective, base: ResourceBase): Contribution {
  const { from, to, end = 'last', asOf: onDate = 'as_of' } = options;
  const period: Period = { from, to, end };
  const filters: Filters = {
    [onDate]: {
      query: CalendarDate.meta({ description: 'Rows that apply on this date' }) as z.ZodType,
      where: (date: string, _caller, alias) => asOf(period, date, alias),
    },
  };
  return options.archive === 'end'
    ? contributeEndingRows(options, base, filters)
    : {
        fields: dateFields(options),
        filters,
        hooks: { validate: ({ values }) => rejectReversed(period, values) },
      };
}

const dateFields = ({ from, to }: Dates): Fields => ({
  [from]: field(CalendarDate, { required: true, filter: true, sort: 'value', pgType: 'date' }),
  [to]: field(CalendarDate.nullable(), { filter: true, sort: 'value', pgType: 'date' }),
});

function rejectReversed({ from, to, end }: Period, values: AnyValues): void {
  const [first, last] = [values[from], values[to]];
  if (typeof first !== 'string' || typeof last !== 'string') return;
  if (end === 'last' && last < first) throw invalidField(to, `Must not be before ${from}`);
  if (end === 'first_after' && last <= first) throw invalidField(to, `Must be after ${from}`);
}

const capitalize = (noun: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
const todayUtc = ({ platform }: Caller) => platform.clock.now().toISOString().slice(0, 10);

function contributeEndingRows(
  options: EndingRowsOptions,
  base: ResourceBase,
  filters: Filters,
): Contribution {
  const { from, to, end, ended, asOf: onDate = 'as_of' } = options;
  const period: Period = { from, to, end };
  const rejectEnded = async ({ tx, caller, before }: WriteStep & { before: AnyRow | null }) => {
    if (before && (await hasEnded(tx, caller, base.table, period, before.id)))
      throw notFound(capitalize(base.noun[0]));
    return undefined;
  };
  return {
    fields: {
      [from]: field(CalendarDate.meta({ description: 'Today (UTC) when left out' }), {
        shown: CalendarDate,
        ...{ writable: 'once', initial: todayUtc, filter: true, sort: 'value', pgType: 'date' },
      }),
      [to]: field(CalendarDate.nullable(), {
        shown: CalendarDate.nullable().meta({ description: 'The first day on which it no longer applies' }),
        ...{ writable: 'never', filter: true, sort: 'value', pgType: 'date' },
      }),
    },
    filters: {
      ...filters,
      [ended]: {
        query: Flag.meta({ description: 'true: those that have ended; otherwise those of today and later' }),
        body: z.boolean(),
        where: (hasEnded: boolean, _caller, alias) => isCurrent(period, alias, !hasEnded),
        whenAbsent: (query, alias) => (query[onDate] === undefined ? isCurrent(period, alias) : undefined),
      },
    },
    omits: ['restore'],
    onArchive: (_caller, alias) => endedToday(period, alias),
    hooks: {
      beforeWrite: rejectEnded,
      beforeArchive: async (step) => {
        await rejectEnded(step);
      },
    },
  };
}
