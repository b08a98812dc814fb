import { z } from 'zod';
import { Id, IdList, LongId } from './ids.ts';

/** An offset may move the time to a year that RFC 3339 cannot express. */
function isWrittenWithFourDigits(ms: number): boolean {
  const year = new Date(ms).getUTCFullYear();
  return Number.isNaN(year) || (year >= 1 && year <= 9999);
}

/** PostgreSQL reads at most 128 characters, and its errors repeat longer ones in logs. */
const maxTimestampLength = 64;

/**
 * An ISO 8601 timestamp. Responses use UTC with milliseconds; requests may use any offset. PostgreSQL supports neither
 * year 0 nor offsets of 16 hours and more.
 */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .refine((text) => text.length <= maxTimestampLength, `Must have at most ${maxTimestampLength} characters`)
  .refine((text) => !/[+-](?:1[6-9]|2\d):\d\d$/.test(text), 'Must have an offset of less than 16 hours')
  .refine((text) => !text.startsWith('0000'), 'Must not be in year 0')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a valid timestamp')
  .refine((text) => isWrittenWithFourDigits(Date.parse(text)), 'Must be in the years 1 to 9999 in UTC')
  .meta({ description: 'ISO 8601; responses use UTC', example: '2026-03-14T09:26:53.589Z' });

export const CalendarDate = z.iso.date().refine((text) => !text.startsWith('0000'), 'Must not be in year 0');

/** The code of a value of an enum that organizations can extend. Filters by an unknown code are rejected with 422. */
export const EnumCode = (enumCode: string, examples: readonly string[]) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,49}$/, `Must be the code of a value of the enum ${enumCode}`)
    .meta({
      'x-enum': enumCode,
      description: `Code of a value of \`GET /enums/${enumCode}/values\``,
      examples: [...examples],
    });

/**
 * A value of a kind that an area looks up, such as the code of a role. Filters by an unknown value are rejected with
 * 422.
 */
export const NamedValue = (kind: string, schema: z.ZodString): z.ZodString =>
  schema.meta({ 'x-values': kind });

/** A code that users choose, such as `Q3-platform`. Codes are compared regardless of case. */
export const RecordCode = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/,
    'Must be 1 to 60 characters of a-z, A-Z, 0-9, _, . and -, starting with a letter or digit',
  );

export const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Must be a colour such as #1f6feb');

/** An email address, in lower case, so that one address is one row. */
export const Email = z.string().trim().toLowerCase().pipe(z.email().max(254));

export const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');

const maxDigits = 9;
const wholeNumber = z
  .string()
  .regex(
    new RegExp(`^\\d{1,${maxDigits}}$`),
    `Must be a non-negative whole number of at most ${maxDigits} digits`,
  )
  .transform(Number);

export const QueryId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Must be a positive whole number of at most 10 digits, without leading zeros')
  .transform(Number)
  .pipe(Id);

export const maxPageSize = 100;

/** Records are counted up to this number, or up to the end of the page if that is later, unless `total=exact`. */
export const maxCounted = 10_000;

/** `total=exact` counts all records of a list, at a cost that grows with them. */
export const TotalParameter = z
  .enum(['exact'])
  .optional()
  .meta({ description: `exact: count all records, not only the first ${maxCounted.toLocaleString('en')}` });

const AfterParameter = z
  .string()
  .regex(/^[\w-]+$/, 'Must be the next of a page of this list')
  .max(8_000)
  .optional()
  .meta({ description: 'Continues after a page: its `next`. The order must be the same' });

/** {@link Paging} of lists whose records have no id, and of logs, whose records never change. */
export const PagingWithoutIds = {
  limit: wholeNumber
    .pipe(z.number().min(1).max(maxPageSize))
    .default(25)
    .meta({ description: 'Maximum number of records' }),
  offset: wholeNumber.default(0).meta({ description: 'Number of records to skip' }),
  after: AfterParameter,
  total: TotalParameter,
};

const idsDescription = `Only these records: at most ${maxPageSize} ids, separated by commas`;

/**
 * `limit` (1 to 100, default 25), `offset` (from 0) or `after`, `total`, and `ids` of every list except those with
 * {@link PagingWithoutIds}. `readPage` applies all of them.
 */
export const Paging = {
  ...PagingWithoutIds,
  ids: IdList(Id, maxPageSize).optional().meta({ description: idsDescription, example: '1,2' }),
};

/** {@link Paging} of a list whose ids are {@link LongId}. */
export const LongPaging = {
  ...PagingWithoutIds,
  ids: IdList(LongId, maxPageSize).optional().meta({ description: idsDescription, example: '1,2' }),
};

/** `limit` (1 to 100, default 25), `page` (from 1) or `after`, and `total`, for the list of events. */
export const PageNumber = {
  limit: PagingWithoutIds.limit,
  page: wholeNumber.pipe(z.number().min(1)).default(1).meta({ description: 'Page number, starting at 1' }),
  after: AfterParameter,
  total: TotalParameter,
};

/** The number of records of a list, and whether it is exact. */
export const totalFields = {
  total: z
    .int()
    .nonnegative()
    .meta({ description: 'Number of records; if not exact, there are at least this many' }),
  total_is_exact: z.boolean(),
};

/** The fields of a list beside its records. */
export const listFields = {
  ...totalFields,
  next: z.string().nullable().meta({ description: 'The `after` of the next page; null on the last page' }),
};

const listOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), ...listFields });

const lists = new WeakMap<z.ZodType, z.ZodType>();

/** The response of a list. Returns the same schema for the same row schema, so that OpenAPI has one component. */
export function ListOf<T extends z.ZodType>(row: T): ReturnType<typeof listOf<T>> {
  const made = lists.get(row) ?? listOf(row);
  lists.set(row, made);
  return made as ReturnType<typeof listOf<T>>;
}

export interface Total {
  total: number;
  /** False if there may be more records than `total`. */
  total_is_exact: boolean;
}

export interface ListPage<Row> extends Total {
  data: Row[];
  /** The cursor of the next page; null on the last page. */
  next: string | null;
}

/** The response of a list that always contains all rows. */
export const completeList = <Rows extends readonly unknown[]>(data: Rows) => ({
  data,
  total: data.length,
  total_is_exact: true,
  next: null,
});

/** Path parameters `{ id }`. An invalid id is handled like a missing record: 404. */
export const IdParams = z.strictObject({ id: QueryId });
