import { z } from 'zod';
import { CalendarDate, Flag, Id, SortBy, Timestamp } from '../../contract/index.ts';
import { enumCodeOf } from '../../endpoint/unknown-codes.ts';
import type { Field, Fields } from './field.ts';

const maxFilterValues = 100;

/** A filter's schemas: as a query parameter and in the body of an export. */
interface FilterSchemas {
  query: z.ZodType;
  body: z.ZodType;
}

export type Comparison = 'equals' | 'from' | 'to' | 'is_null';

export interface ColumnFilter extends FilterSchemas {
  column: string;
  comparison: Comparison;
}

/**
 * Returns the query parameters for fields with `filter`, and for `created_at` and `updated_at`. `<field>=a,b` matches
 * any of several enum values; ranges are inclusive.
 */
export function columnFilters(fields: Fields, columns: readonly string[]): Record<string, ColumnFilter> {
  const declared = Object.entries(fields).flatMap(([name, one]) =>
    one.filter ? filtersForField(name, one) : [],
  );
  const moments = ['created', 'updated'].filter((name) => columns.includes(`${name}_at`));
  return Object.fromEntries([
    ...declared,
    ...moments.flatMap((name) => rangeFilters(name, `${name}_at`, { query: Timestamp, body: Timestamp })),
  ]);
}

type NamedFilter = [name: string, filter: ColumnFilter];

function filtersForField(name: string, one: Field): NamedFilter[] {
  const bare = withoutNull(one.schema);
  const isNullable = bare !== one.schema;
  const shown = withoutNull(one.shown ?? one.schema);
  const filters: NamedFilter[] = [[name, { column: name, comparison: 'equals', ...equalitySchemas(shown) }]];
  if (isOrdered(shown, one))
    filters.push(...rangeFilters(name, name, { query: toQuerySchema(shown), body: shown }));
  if (isNullable) {
    const schemas = { query: Flag, body: z.boolean() };
    filters.push([`${name}_is_null`, { column: name, comparison: 'is_null', ...schemas }]);
  }
  return filters;
}

function rangeFilters(name: string, column: string, schemas: FilterSchemas): NamedFilter[] {
  return [
    [`${name}_from`, { column, comparison: 'from', ...schemas }],
    [`${name}_to`, { column, comparison: 'to', ...schemas }],
  ];
}

function equalitySchemas(schema: z.ZodType): FilterSchemas {
  if (schema instanceof z.ZodEnum) return enumSchemas(schema, schema.options.map(String));
  const enumCode = enumCodeOf(schema);
  if (enumCode !== undefined) return enumCodeSchemas(schema, enumCode);
  return { query: toQuerySchema(schema), body: schema };
}

function enumSchemas(schema: z.ZodType, options: readonly string[]): FilterSchemas {
  const any = `(?:${options.map((one) => one.replace(/\W/g, '\\$&')).join('|')})`;
  const query = z
    .string()
    .regex(
      new RegExp(`^${any}(?:,${any})*$`),
      `Must be one or more of these, separated by commas: ${options.join(', ')}`,
    )
    .max(1_000)
    .transform((text) => text.split(','))
    .meta({
      description: `One or more of these, separated by commas: ${options.join(', ')}`,
      example: options[0],
    });
  return { query, body: z.union([schema, z.array(schema).min(1).max(maxFilterValues)]) };
}

function enumCodeSchemas(schema: z.ZodType, enumCode: string): FilterSchemas {
  const query = z
    .string()
    .regex(
      /^[a-z][a-z0-9_]*(?:,[a-z][a-z0-9_]*)*$/,
      `Must be one or more codes of the enum ${enumCode}, separated by commas`,
    )
    .max(1_000)
    .transform((text) => text.split(','))
    .meta({
      'x-enum': enumCode,
      description: `One or more codes of values of \`GET /enums/${enumCode}/values\`, separated by commas`,
    });
  const body = z.union([schema, z.array(schema).min(1).max(maxFilterValues)]).meta({ 'x-enum': enumCode });
  return { query, body };
}

/** True if the field can be filtered by a range. Ids cannot. */
function isOrdered(schema: z.ZodType, { pgType, references }: Field): boolean {
  if (references || schema === Id) return false;
  if (schema instanceof z.ZodNumber || schema === CalendarDate || schema === Timestamp) return true;
  return pgType !== undefined && ['date', 'timestamptz', 'numeric'].includes(pgType);
}

function withoutNull(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable ? withoutNull(schema.unwrap() as z.ZodType) : schema;
}

function toQuerySchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodBoolean) return Flag;
  if (!(schema instanceof z.ZodNumber)) return schema;
  return z
    .string()
    .regex(/^-?\d{1,10}$/, 'Must be a whole number of at most 10 digits')
    .transform(Number)
    .pipe(schema);
}

export function sortSchema(fields: Fields, columns: readonly string[], fallback: string): z.ZodType<string> {
  const moments = ['created_at', 'updated_at'].filter((name) => columns.includes(name));
  return SortBy([...Object.keys(fields).filter((name) => fields[name]?.sort), ...moments], fallback);
}
