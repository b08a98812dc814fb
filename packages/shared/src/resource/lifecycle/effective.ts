import { z } from 'zod';
import type { Caller } from '../../caller.ts';
import { CalendarDate, Flag } from '../../contract/index.ts';
import { invalidField, notFound } from '../../errors.ts';
import type { Contribution, ResourceBase } from '../capability.ts';
import { type Fields, type Filters, field } from '../contract/field.ts';
import { capitalize } from '../nouns.ts';
import type { WriteStep } from '../rows/hooks/hooks.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import { asOf, endedToday, hasEnded, isCurrent, type Period } from './effective.store.ts';

interface Dates {
  from: string;
  /** The column is null for an open-ended period. */
  to: string;
  /** Periods of rows with equal values in these columns must not overlap. */
  noOverlapWithin: readonly string[];
  /** The query parameter for the rows effective on a date; default `as_of`. */
  asOf?: string;
}

/** Clients set both dates and can change them. */
interface DatedRowsOptions extends Dates {
  /** `last`: the end is the last day of the period; `first_after`: the first day after it. */
  end?: 'last' | 'first_after';
  archive?: 'delete';
}

/**
 * A row starts today or on the date sent when it is created, and `DELETE` ends it today: it remains readable, cannot
 * be changed, and is listed on request. A row that has not started yet ends on its start date, and so is never
 * effective.
 */
interface EndingRowsOptions extends Dates {
  end: 'first_after';
  archive: 'end';
  /** The query parameter for ended rows. By default lists contain current and future rows. */
  ended: string;
}

/**
 * Rows with effective dates. Periods of one group must not overlap; the database rejects an overlap even of
 * concurrent writes. The table requires the exclusion constraint `<table>_org_id_<from>_excl` (`org_id` and the
 * group, `daterange(from, to, …)` with `&&`, `where deleted_at is null`) and the check constraint
 * `<table>_org_id_<to>_check`. Lists accept `as_of`.
 */
export type Effective = DatedRowsOptions | EndingRowsOptions;

/** The columns added to rows. */
export type EffectiveColumns<E> = E extends { from: infer From extends string; to: infer To extends string }
  ? { [K in From]: string } & { [K in To]: string | null }
  : unknown;

export function effectiveCapability(options: Effective, base: ResourceBase): Contribution {
  const { from, to, end = 'last', asOf: onDate = 'as_of' } = options;
  const period: Period = { from, to, end };
  const filters: Filters = {
    [onDate]: {
      query: CalendarDate.meta({ description: 'Only records effective on this date' }) as z.ZodType,
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
      [from]: field(CalendarDate.meta({ description: 'Defaults to today (UTC)' }), {
        shown: CalendarDate,
        ...{ writable: 'once', initial: todayUtc, filter: true, sort: 'value', pgType: 'date' },
      }),
      [to]: field(CalendarDate.nullable(), {
        shown: CalendarDate.nullable().meta({
          description: 'The first day after the period; null if open-ended',
        }),
        ...{ writable: 'never', filter: true, sort: 'value', pgType: 'date' },
      }),
    },
    filters: {
      ...filters,
      [ended]: {
        query: Flag.meta({
          description: `true: only ended records; false: only current and future records, the default without \`${onDate}\``,
        }),
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
