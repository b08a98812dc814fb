import { z } from 'zod';
import { Flag, Id, Line, ListOf, Paging, Timestamp } from '../contract/index.ts';

/** A column of a declared resource. */
export interface Field<S extends z.ZodType = z.ZodType> {
  /** What may be sent. */
  schema: S;
  /** What is answered; the same when left out. */
  shown?: z.ZodType;
  /** Must be sent to create a row. Other fields have the default of their column. */
  required?: boolean;
  /** `once`: when the row is created; `never`: the service sets it. */
  writable?: 'always' | 'once' | 'never';
  /** A query parameter of the list limits it to rows with this value. */
  filter?: boolean;
  /** The list can be sorted by it: `text` without regard to capitals. */
  sort?: 'text' | 'value';
  /** `q` looks into it. */
  search?: boolean;
  /** The table whose live rows of the same organization it refers to. */
  references?: string;
  /** The column's type where PostgreSQL cannot infer it from a parameter: an enum, `date`, `numeric`, `jsonb`, `text[]`. */
  pgType?: string;
}

export type Fields = Record<string, Field>;

/** The values of fields, as hooks get them. */
export type Values<F extends Fields> = { [K in keyof F]?: z.output<F[K]['schema']> };

/** A row with these fields. */
export type RowOf<F extends Fields> = { [K in keyof F]: z.output<F[K]['schema']> } & {
  id: number;
  org_id: number;
  created_at: Date;
  updated_at: Date;
  created_by: number | null;
  deleted_at: Date | null;
};

/** Declares a field by what may be sent for it. */
export function field<S extends z.ZodType>(schema: S, options: Omit<Field, 'schema'> = {}): Field<S> {
  return { ...options, schema };
}

/** The wire of a resource, from its fields. */
export interface Contract {
  row: z.ZodObject;
  create: z.ZodObject;
  patch: z.ZodObject;
  /** What limits the list, as a query. */
  query: z.ZodObject;
  /** What limits an export, as a body. */
  filter: z.ZodObject;
  listed: z.ZodType;
}

const stamps = {
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
};

/** A filter that is not the equality of a field. */
export interface ExtraFilter {
  /** As a query parameter. */
  query: z.ZodType;
  /** As a field of an export's filter; the same when left out. */
  body?: z.ZodType;
}

interface Wire {
  fields: Fields;
  computed: Record<string, z.ZodType>;
  filters: Record<string, ExtraFilter>;
  /** The order when none is asked for. */
  sort: string;
}

/** The schemas of a resource. Bodies and queries are strict: a field that is not known is refused by its name. */
export function contractOf({ fields, computed, filters, sort }: Wire): Contract {
  const all = Object.entries(fields);
  const optional = (only: (one: Field) => boolean, wrap: (one: Field) => z.ZodType) =>
    Object.fromEntries(all.filter(([, one]) => only(one)).map(([name, one]) => [name, wrap(one)]));
  const isSent = ({ writable = 'always' }: Field) => writable !== 'never';
  const row = z.object({
    id: Id,
    org_id: Id,
    ...optional(
      () => true,
      (one) => one.shown ?? one.schema,
    ),
    ...computed,
    ...stamps,
  });
  const extra = (as: (one: ExtraFilter) => z.ZodType) =>
    Object.fromEntries(Object.entries(filters).map(([name, one]) => [name, as(one).optional()]));
  return {
    row,
    listed: ListOf(row),
    create: z.strictObject(optional(isSent, (one) => (one.required ? one.schema : one.schema.optional()))),
    patch: z.strictObject(
      optional(
        ({ writable = 'always' }) => writable === 'always',
        (one) => one.schema.optional(),
      ),
    ),
    query: z.strictObject({
      ...Paging,
      ...optional(
        (one) => one.filter === true,
        (one) => asQuery(one.schema).optional(),
      ),
      ...extra((one) => one.query),
      ...searching(fields),
      sort: sortsOf(fields).default(sort),
      deleted: Flag.optional().meta({ description: 'Deleted rows instead; for those who may restore them' }),
    }),
    filter: z.strictObject({
      ...optional(
        (one) => one.filter === true,
        (one) => plain(one.schema).optional(),
      ),
      ...extra((one) => one.body ?? one.query),
      ...searching(fields),
    }),
  };
}

function searching(fields: Fields): Record<string, z.ZodType> {
  const names = Object.entries(fields)
    .filter(([, one]) => one.search)
    .map(([name]) => name);
  if (names.length === 0) return {};
  return {
    q: Line(100)
      .optional()
      .meta({ description: `Part of ${names.join(' or ')}` }),
  };
}

function sortsOf(fields: Fields) {
  const names = [...Object.keys(fields).filter((name) => fields[name]?.sort), 'created_at', 'updated_at'];
  return z.enum(names.flatMap((name) => [name, `-${name}`]));
}

/** Without null: a filter names a value. */
function plain(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable ? plain(schema.unwrap() as z.ZodType) : schema;
}

/** A value as a query parameter, which is always text. */
function asQuery(schema: z.ZodType): z.ZodType {
  const bare = plain(schema);
  if (bare instanceof z.ZodBoolean) return Flag;
  if (!(bare instanceof z.ZodNumber)) return bare;
  return z
    .string()
    .regex(/^-?\d{1,10}$/, 'Must be a whole number')
    .transform(Number)
    .pipe(bare);
}
