import { callPath, type Row } from '../../api/call-path.ts';
import type { JsonSchema } from '../../api/resources.ts';
import { rightsQuery } from '../../api/rights/rights-query.ts';
import type { Session } from '../../api/session/session.ts';
import { orderFieldsOf } from './list-search.ts';
import type { ListSearch } from './parse-search.ts';
import { loadedRows, type Page, type SparseList, withRows } from './sparse/sparse-list.ts';

/** The most ids of a request. */
const maxIds = 100;

export interface ShownList {
  path: string;
  /** Without the place in the list. */
  filters: ListSearch;
  schema: JsonSchema;
}

/**
 * Reads changed rows of a list with one request. Returns the list with these rows; undefined if its windows have to be
 * read as a whole, because other rows may belong to them now, or in another order.
 */
export async function reloadRows(
  { client }: Session,
  { path, filters, schema }: ShownList,
  list: SparseList,
  ids: ReadonlySet<number>,
): Promise<SparseList | undefined> {
  const shown = new Map(loadedRows(list).map(({ row }) => [row.id, row]));
  if (!schema.properties?.ids || ids.size > maxIds || [...ids].some((id) => !shown.has(id))) return undefined;
  const query = { ...filters, ...rightsQuery(path), ids: [...ids].join(), limit: String(maxIds) };
  const { data } = await callPath<Page>(client, 'get', path, { query });
  const keepsPlace = (row: Row) => {
    const before = shown.get(row.id) ?? {};
    const fields = orderFieldsOf(filters, schema, before);
    return fields?.every((name) => row[name] === before[name]) ?? false;
  };
  if (data.length < ids.size || !data.every(keepsPlace)) return undefined;
  const fresh = new Map(data.map((row) => [row.id, row]));
  return withRows(list, (row) => fresh.get(row.id) ?? row);
}
