import type { z } from 'zod';
import type { Caller } from '../../caller.ts';
import type { Prisma } from '../../db/index.ts';
import type { FixedColumns } from '../rows/hooks/hooks.ts';

/** A column of a declared resource. `S` is the schema in requests, `W` in responses. */
export interface Field<S extends z.ZodType = z.ZodType, W extends z.ZodType = z.ZodType> {
  /** The schema in requests. `EnumCode` accepts the values of an enum that organizations extend. */
  schema: S;
  /** The schema in responses; `schema` if omitted. */
  shown?: W;
  /** Required on create. Other fields default to the column's default. */
  required?: boolean;
  /** `once`: on create only; `never`: set by the service only. Default: `always`. */
  writable?: 'always' | 'once' | 'never';
  /** The default in a new row, where it depends on the caller: the author, today. */
  initial?: (caller: Caller) => unknown;
  /**
   * Adds query parameters to the list: `<field>` for equality (a comma-separated list for an enum), `<field>_from`
   * and `<field>_to` (both inclusive) for numbers, dates and timestamps, `<field>_is_null` for nullable fields.
   */
  filter?: boolean;
  /** Adds a sort key to the list: `text` ignores case. */
  sort?: 'text' | 'value';
  /** Included in the search by `q`. */
  search?: boolean;
  /** The table that the field refers to. A new value must be the id of a live row that the caller may read. */
  references?: string;
  /**
   * Lock that writes take on the referenced row: `share` (default) prevents every change of the row, such as archiving;
   * `key share` prevents only its removal from the table, so that updates of the row need not wait.
   */
  referenceLock?: 'share' | 'key share';
  /**
   * The column's type if PostgreSQL cannot infer it from a parameter: an enum, `date`, `numeric`, `jsonb`, `text[]`.
   */
  pgType?: string;
}

export type Fields = Readonly<Record<string, Field>>;

type FieldOptions<W extends z.ZodType> = Omit<Field<z.ZodType, W>, 'schema' | 'shown'>;

/** Declares a field by its schema in requests, and `shown` if responses have another one. */
export function field<S extends z.ZodType, W extends z.ZodType>(
  schema: S,
  options: FieldOptions<W> & { shown: W },
): Field<S, W>;
export function field<S extends z.ZodType>(schema: S, options?: FieldOptions<S>): Field<S, S>;
export function field(schema: z.ZodType, options: Partial<Field> = {}): Field {
  return { ...options, schema };
}

/** A read-only field computed from the row. */
export interface ComputedField<S extends z.ZodType = z.ZodType> {
  schema: S;
  /**
   * The value as SQL, for an alias of the table and the columns determined by the path. Defined in a `*.store.ts`
   * file. The caller is undefined in statements that rows of several callers share; a value that depends on the caller
   * is then null.
   */
  sql: (alias: string, within: FixedColumns, caller?: Caller) => Prisma.Sql;
}

export type ComputedFields = Readonly<Record<string, ComputedField>>;

/** A query parameter of the list beyond comparisons with fields. */
export interface Filter<V = never> {
  /** The schema of the query parameter; its input is text. */
  query: z.ZodType;
  /** The schema in the filter of an export; `query` if omitted. */
  body?: z.ZodType;
  /** The condition as SQL on an alias of the table. Defined in a `*.store.ts` file. */
  where: (value: V, caller: Caller, alias: string) => Prisma.Sql;
  /** The condition if the parameter is absent. If omitted, there is no such condition. */
  whenAbsent?: (query: Readonly<Record<string, unknown>>, alias: string) => Prisma.Sql | undefined;
}

export type Filters = Readonly<Record<string, Filter>>;
