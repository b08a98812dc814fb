import type { Row } from '../../api/call-path.ts';
import type { JsonSchema } from '../../api/resources.ts';
import { type ListSearch, parseListSearch } from './parse-search.ts';
import { windowSize } from './sparse/sparse-list.ts';

/** Parameters that have an input of their own, or that the screen sets. */
const reserved = new Set([
  'limit',
  'offset',
  'after',
  'total',
  'page',
  'row',
  'q',
  'sort',
  'deleted',
  'ids',
  'include',
]);

/** The place of the first row on screen, from 0. In the address, it is counted from 1. */
export const firstRowOf = ({ row }: ListSearch): number => Math.max(1, Math.trunc(Number(row)) || 1) - 1;

/** The search at another place of the same list. */
export function withFirstRow({ row: _, ...rest }: ListSearch, first: number): ListSearch {
  return first === 0 ? rest : { ...rest, row: String(first + 1) };
}

/** The parameters that determine the rows of a list and their order. `page` is in addresses of an earlier version. */
export function filtersIn({ row: _, page: __, layout: ___, ...filters }: ListSearch): ListSearch {
  return filters;
}

/** True if a list may have other records than those that the search finds. */
export const isFiltered = (search: ListSearch): boolean =>
  Object.keys(filtersIn(search)).some((name) => name !== 'sort');

/** The parameters of a window of a list: some lists have pages, most have an offset. */
export const placeOf = (number: number, { properties = {} }: JsonSchema): Record<string, string> => ({
  limit: String(windowSize),
  ...('offset' in properties ? { offset: String(number * windowSize) } : { page: String(number + 1) }),
});

/** The fields of records that determine the place of a record in an order that is not named after one. */
const fieldsByOrder: Readonly<Record<string, readonly string[]>> = { board: ['status', 'position'] };

/** The fields of records that determine their order in a list; undefined if they are not known. */
export function orderFieldsOf(
  { sort }: ListSearch,
  { properties = {} }: JsonSchema,
  row: Row,
): readonly string[] | undefined {
  const terms = (sort ?? String(properties.sort?.default ?? '')).split(',');
  const fields = terms.flatMap((term) => {
    const name = term.replace('-', '');
    return fieldsByOrder[name] ?? [name];
  });
  return fields.every((name) => name in row) ? fields : undefined;
}

/** A filter that can be chosen from values or typed. */
export interface Filter {
  name: string;
  kind: 'choice' | 'reference';
  values: readonly string[];
  /** The enum of the organization that the values belong to. */
  vocabulary: string | undefined;
  /** The resource that a reference refers to. */
  ref: string | undefined;
}

/** The filters that a list offers: those with a fixed set of values, and references by id. */
export function filtersOf({ properties = {} }: JsonSchema): Filter[] {
  return Object.entries(properties).flatMap(([name, schema]): Filter[] => {
    if (reserved.has(name) || name.endsWith('_is_null')) return [];
    const values = schema.enum?.map(String) ?? valuesOfPattern(schema.pattern);
    const of = { vocabulary: schema['x-enum'], ref: schema['x-ref'] };
    if (values) return [{ name, kind: 'choice', values, ...of }];
    return of.ref ? [{ name, kind: 'reference', values: [], ...of }] : [];
  });
}

/** The values of a list separated by commas, whose pattern names each: `^(?:a|b)(?:,(?:a|b))*$`. */
function valuesOfPattern(pattern = ''): readonly string[] | undefined {
  const [, values] = /^\^\(\?:([a-z0-9_|]+)\)\(\?:,/.exec(pattern) ?? [];
  return values?.split('|');
}

/** The names of fields by which the list can be sorted, from the pattern of `sort`. */
export function sortsOf({ properties = {} }: JsonSchema): ReadonlySet<string> {
  const { pattern = '', enum: values } = properties.sort ?? {};
  const [, names = ''] = /\(\?:([a-z0-9_|]+)\)/.exec(pattern) ?? [];
  return new Set([...names.split('|'), ...(values ?? []).map((value) => String(value).replace(/^-/, ''))]);
}

/** The search after a change of filters or order, which begins at the first row. Empty values are removed. */
export function withChange(search: ListSearch, change: Readonly<Record<string, string>>): ListSearch {
  return withFirstRow(parseListSearch({ ...search, ...change }), 0);
}
