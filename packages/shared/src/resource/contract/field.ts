import type { z } from 'zod';
import type { Caller } from '../../caller.ts';
import type { Prisma } from '../../db/index.ts';
import type { FixedColumns } from '../rows/hooks.ts';

/** A column of a declared resource. `S` is accepted, `W` is returned. */
export interface Field<S extends z.ZodType = z.ZodType, W extends z.ZodType = z.ZodType> {
  /** The value that clients send. `EnumCode` takes the values of an enum that organizations extend. */
  schema: S;
  /** The value that clients receive; `schema` when left out. */
  shown?: W;
  /** Must be sent on create. Other fields have the default of their column. */
  required?: boolean;
  /** `once`: on create only; `never`: set by the service. */
  writable?: 'always' | 'once' | 'never';
  /** Its value in a new row when none is sent, where the caller decides it: the author, today. */
  initial?: (caller: Caller) => unknown;
  /**
   * Query parameters of the list: `<field>` for equality (a comma-separated list for an enum), `<field>_from` and
   * `<field>_to` (both inclusive) for numbers, dates and timestamps, `<field>_is_null` for nullable fields.
   */
  filter?: boolean;
  /** The list can be sorted by it: `text` ignores case. */
  sort?: 'text' | 'value';
  /** `q` searches in it. */
  search?: boolean;
  /** The table whose live rows of the same organization it refers to. */
  references?: string;
  /**
   * How a write locks the record that it refers to: against archival (`share`, when left out), or only against removal of
   * its row (`key share`), where other writes must not wait for it.
   */
  referenceLock?: 'share' | 'key share';
  /** The column's type where PostgreSQL cannot infer it from a parameter: an enum, `date`, `numeric`, `jsonb`, `text[]`. */
  pgType?: string;
}

export type Fields = Readonly<Record<string, Field>>;

type FieldOptions<W extends z.ZodType> = Omit<Field<z.ZodType, W>, 'schema' | 'shown'>;

/** Declares a field by the schema of what clients send, and by `shown` where they receive something else. */
export function field<S extends z.ZodType, W extends z.ZodType>(
  schema: S,
  options: FieldOptions<W> & { shown: W },
): Field<S, W>;
export function field<S extends z.ZodType>(schema: S, options?: FieldOptions<S>): Field<S, S>;
export function field(schema: z.ZodType, options: Partial<Field> = {}): Field {
  return { ...options, schema };
}

/** A field that is computed from the row and never written. */
export interface ComputedField<S extends z.ZodType = z.ZodType> {
  schema: S;
  /** Its value as SQL on an alias of the table, and by what the path fixes; comes from a store. */
  sql: (alias: string, within: FixedColumns) => Prisma.Sql;
}

export type ComputedFields = Readonly<Record<string, ComputedField>>;

/** A query parameter of the list that is more than a comparison with a field. */
export interface Filter<V = never> {
  /** The schema of the query parameter, which arrives as text. */
  query: z.ZodType;
  /** The schema as a field of an export's filter; `query` when left out. */
  body?: z.ZodType;
  /** The rows that pass, as SQL on an alias of the table; comes from a store. */
  where: (value: V, caller: Caller, alias: string) => Prisma.Sql;
  /** The rows that pass where the parameter is not sent, if not all. */
  whenAbsent?: (query: Readonly<Record<string, unknown>>, alias: string) => Prisma.Sql | undefined;
}

export type Filters = Readonly<Record<string, Filter>>;
