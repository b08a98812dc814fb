import type { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { Prisma, Transaction } from '../db/index.ts';

/** Allowed values that an organization defines at run time, for a field whose column is plain text. */
export interface Vocabulary {
  /**
   * Returns those of the values that rows cannot have. A retired value is still known: rows may have it, so a list can
   * be filtered by it.
   */
  unknown(caller: Caller, values: readonly string[]): Promise<readonly string[]>;
  /** True if rows may get the value now. Keeps it so until the end of the transaction. */
  isUsable(tx: Transaction, caller: Caller, value: string): Promise<boolean>;
}

/** A column of a declared resource. `S` is accepted, `W` is returned. */
export interface Field<S extends z.ZodType = z.ZodType, W extends z.ZodType = z.ZodType> {
  /** The value that clients send. */
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
  /** The column's type where PostgreSQL cannot infer it from a parameter: an enum, `date`, `numeric`, `jsonb`, `text[]`. */
  pgType?: string;
  /** Rejects unknown values of an organization-defined enum with 422. */
  vocabulary?: Vocabulary;
}

export type Fields = Readonly<Record<string, Field>>;

type Options<W extends z.ZodType> = Omit<Field<z.ZodType, W>, 'schema' | 'shown'>;

/** Declares a field by the schema of what clients send, and by `shown` where they receive something else. */
export function field<S extends z.ZodType, W extends z.ZodType>(
  schema: S,
  options: Options<W> & { shown: W },
): Field<S, W>;
export function field<S extends z.ZodType>(schema: S, options?: Options<S>): Field<S, S>;
export function field(schema: z.ZodType, options: Partial<Field> = {}): Field {
  return { ...options, schema };
}

/** A field that is computed from the row and never written. */
export interface Computed<S extends z.ZodType = z.ZodType> {
  schema: S;
  /** Its value as SQL on an alias of the table; comes from a store. */
  sql: (alias: string) => Prisma.Sql;
}

export type ComputedFields = Readonly<Record<string, Computed>>;

/** A query parameter of the list that is more than a comparison with a field. */
export interface Filter<V = never> {
  /** The schema of the query parameter, which arrives as text. */
  query: z.ZodType;
  /** The schema as a field of an export's filter; `query` when left out. */
  body?: z.ZodType;
  /** The rows that pass, as SQL on an alias of the table; comes from a store. */
  where: (value: V, caller: Caller, alias: string) => Prisma.Sql;
  /** The rows that pass where the parameter is not sent, if not all. */
  absent?: (query: Readonly<Record<string, unknown>>, alias: string) => Prisma.Sql | undefined;
}

export type Filters = Readonly<Record<string, Filter>>;
