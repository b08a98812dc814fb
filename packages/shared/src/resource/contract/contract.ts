import { z } from 'zod';
import { Flag, Id, Line, ListOf, named, Paging, Timestamp } from '../../contract/index.ts';
import type { AnyValues } from '../rows/row.ts';
import type { ComputedFields, Field, Fields, Filters } from './field.ts';
import { columnFilters, sortSchema } from './filters.ts';

/** The query of a list. */
export interface ListQuery {
  limit: number;
  offset: number;
  sort: string;
  deleted?: boolean;
  archived?: boolean;
  q?: string;
  [filter: string]: unknown;
}

/** The schemas of a resource on the wire. */
export interface Contract<Values extends object = AnyValues> {
  row: z.ZodObject;
  /** The row in answers to writes: with warnings, where the resource has them. */
  writtenRow: z.ZodObject;
  create: z.ZodType<Values>;
  patch: z.ZodType<Values>;
  /** The query of the list. */
  query: z.ZodType<ListQuery>;
  /** The filters of the list as the body of an export. */
  filter: z.ZodObject;
  list: z.ZodType;
}

/** A declaration may name one of them as a field, where its column is never null. */
const stampSchemas: Record<string, z.ZodType> = {
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
};

interface ContractInput {
  fields: Fields;
  /** Columns that the path fixes: shown, never sent. */
  fixed: Readonly<Record<string, z.ZodType>>;
  computed: ComputedFields;
  filters: Filters;
  columns: readonly string[];
  /** The order when none is asked for. */
  sort: string;
  /** True if deleted rows can be listed, by those who may restore them. */
  listsDeleted: boolean;
  /** True if deleted rows can be listed after the live ones. */
  listsArchived: boolean;
  /** The name of the row with warnings, where there are any. */
  warnedRowName?: string;
  check?: Check<AnyValues>;
  /** A body that creates a row. */
  example?: AnyValues;
}

/** Reports each fault of values that fit their schemas, with the path of the field. */
export type Check<Values> = {
  check(values: Values, refuse: (path: readonly string[], message: string) => void): void;
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

/** The name of a resource in the description of the API: `TeamMember` for `team_member`. */
export const componentName = (code: string): string =>
  code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The schemas of a resource. Bodies and queries are strict: an unknown field is rejected by its name. */
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
    create,
    patch,
    ...filterSchemas(wire),
  };
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
      deleted: Flag.optional().meta({ description: 'Deleted rows instead; for those who may restore them' }),
    }),
    ...(listsArchived && {
      archived: Flag.optional().meta({ description: 'true: archived rows, too, after the others' }),
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
  const description = `Part of ${names.join(' or ')}`;
  return { q: Line(100).optional().meta({ description }) };
}
