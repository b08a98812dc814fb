import { z } from 'zod';
import { Flag, Id, Line, ListOf, named, Paging, Timestamp } from '../../contract/index.ts';
import type { AnyValues } from '../rows/row.ts';
import type { ComputedFields, Field, Fields, Filters } from './field.ts';
import { columnFilters, sortSchema } from './filters.ts';

export interface ListQuery {
  limit: number;
  offset: number;
  after?: string;
  total?: 'exact';
  ids?: readonly number[];
  sort: string;
  deleted?: boolean;
  archived?: boolean;
  q?: string;
  [filter: string]: unknown;
}

/** The schemas of a resource in requests and responses. */
export interface Contract<Values extends object = AnyValues> {
  row: z.ZodObject;
  /** The row in responses to create and update: with `warnings` if the resource has them. */
  writtenRow: z.ZodObject;
  create: z.ZodType<Values>;
  /** The values of fields that the body of a new row may omit. */
  defaults: AnyValues;
  patch: z.ZodType<Values>;
  query: z.ZodType<ListQuery>;
  /** The filters of the list in the body of an export. */
  filter: z.ZodObject;
  list: z.ZodType;
}

/** Schemas of common columns. A declaration can override one by a field, for example if its column is never null. */
const stampSchemas: Record<string, z.ZodType> = {
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
};

interface ContractInput {
  fields: Fields;
  /** Columns determined by the path: in responses only. */
  fixed: Readonly<Record<string, z.ZodType>>;
  computed: ComputedFields;
  filters: Filters;
  columns: readonly string[];
  /** The default `sort`. */
  sort: string;
  /** True if the list accepts the query parameter `deleted`, which requires the right to restore. */
  listsDeleted: boolean;
  /** True if the list accepts the query parameter `archived`. */
  listsArchived: boolean;
  /** The component name of the row with warnings, if the resource has them. */
  warnedRowName?: string;
  check?: Check<AnyValues>;
  /** Constant defaults of the table's columns. */
  defaults?: AnyValues;
  /** The example of a body that creates a row. */
  example?: AnyValues;
}

/** Validates values that match their schemas, across fields. `reject` reports an error on a field. */
export type Check<Values> = {
  check(values: Values, reject: (path: readonly string[], message: string) => void): void;
}['check'];

type Shape = Record<string, z.ZodType>;

function buildShape(fields: Fields, schemaOf: (one: Field) => z.ZodType | undefined): Shape {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, one]) => {
      const schema = schemaOf(one);
      return schema ? [[name, schema]] : [];
    }),
  );
}

/** The name of a resource in the OpenAPI document: `TeamMember` for `team_member`. */
export const componentName = (code: string): string =>
  code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Bodies and queries are strict: unknown fields are rejected by name. */
export function createContract(wire: ContractInput): Contract {
  const { fields } = wire;
  const row = rowSchema(wire);
  const body = z.strictObject(
    buildShape(fields, ({ schema, required, writable }) => {
      if (writable === 'never') return undefined;
      return required ? schema : schema.optional();
    }),
  );
  const create = withExample(wire.check ? withCheck(body, wire.check) : body, wire.example);
  const patch = z.strictObject(
    buildShape(fields, ({ schema, writable = 'always' }) =>
      writable === 'always' ? schema.optional() : undefined,
    ),
  );
  return {
    row,
    writtenRow: wire.warnedRowName
      ? named(wire.warnedRowName, row.extend({ warnings: z.array(z.string()).optional() }))
      : row,
    list: ListOf(row),
    defaults: knownDefaults(wire),
    create,
    patch,
    ...filterSchemas(wire),
  };
}

/** The defaults of optional fields that are valid values. */
function knownDefaults({ fields, defaults = {} }: ContractInput): AnyValues {
  const known = Object.entries(fields).filter(([name, { schema, required, writable, initial }]) => {
    const isOptional = !required && writable !== 'never' && initial === undefined;
    return isOptional && defaults[name] !== undefined && schema.safeParse(defaults[name]).success;
  });
  return Object.fromEntries(known.map(([name]) => [name, defaults[name]]));
}

const withExample = (body: z.ZodObject, example: AnyValues | undefined) =>
  example ? body.meta({ example }) : body;

const withCheck = (body: z.ZodObject, check: Check<AnyValues>) =>
  body.superRefine((values, context) =>
    check(values, (path, message) => context.addIssue({ code: 'custom', path: [...path], message })),
  );

function rowSchema({ fields, fixed, computed, columns }: ContractInput): z.ZodObject {
  return z.object({
    id: Id,
    org_id: Id,
    ...fixed,
    ...buildShape(fields, (one) => one.shown ?? one.schema),
    ...Object.fromEntries(Object.entries(computed).map(([name, one]) => [name, one.schema])),
    ...Object.fromEntries(
      Object.entries(stampSchemas).filter(([name]) => columns.includes(name) && !(name in fields)),
    ),
  });
}

function filterSchemas({
  fields,
  filters,
  columns,
  sort,
  listsDeleted,
  listsArchived,
}: ContractInput): Pick<Contract, 'query' | 'filter'> {
  const compared = Object.entries(columnFilters(fields, columns));
  const own = Object.entries(filters);
  const searching = searchParameter(fields);
  const query = z.strictObject({
    ...Paging,
    ...Object.fromEntries(compared.map(([name, one]) => [name, one.query.optional()])),
    ...Object.fromEntries(own.map(([name, one]) => [name, one.query.optional()])),
    ...searching,
    sort: sortSchema(fields, columns, sort),
    ...(listsDeleted && {
      deleted: Flag.optional().meta({
        description: 'true: only deleted records; requires the right to restore',
      }),
    }),
    ...(listsArchived && {
      archived: Flag.optional().meta({ description: 'true: include archived records, after the others' }),
    }),
  });
  const filter = z.strictObject({
    ...Object.fromEntries(compared.map(([name, one]) => [name, one.body.optional()])),
    ...Object.fromEntries(own.map(([name, one]) => [name, (one.body ?? one.query).optional()])),
    ...searching,
  });
  return { query: query as unknown as z.ZodType<ListQuery>, filter };
}

function searchParameter(fields: Fields): Shape {
  const names = Object.keys(fields).filter((name) => fields[name]?.search);
  if (names.length === 0) return {};
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
  const description = `Part of the ${list}; case-insensitive`;
  return { q: Line(100).optional().meta({ description }) };
}
