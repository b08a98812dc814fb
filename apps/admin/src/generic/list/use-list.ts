import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callPath, type Row } from '../../api/call-path.ts';
import { hasStatus } from '../../api/errors.ts';
import { type JsonSchema, keyOf } from '../../api/resources.ts';
import { rightsQuery } from '../../api/rights/rights-query.ts';
import { type OpenedOrganization, useOrganization } from '../../api/session/session-context.ts';
import { rowKey, rows } from '../../live/rows.ts';
import { filtersIn, firstRowOf, placeOf } from './list-search.ts';
import type { ListSearch } from './parse-search.ts';
import { reloadRows } from './reload-rows.ts';
import { type Page, type SparseList, windowSize, windowsOf, withWindow } from './sparse/sparse-list.ts';

/** Requests for windows at the same time. */
const maxParallel = 4;
/** An offset makes the service read all rows before it: later windows are read with the cursor of the one before, if there is one. */
const maxOffset = 1_000;

/**
 * A list whose windows are loaded when they are shown. The previous list stays while the next one is loaded.
 *
 * @param schema that of the list's query; undefined until it is loaded
 */
export function useList(path: string, search: ListSearch, schema: JsonSchema | undefined) {
  const opened = useOrganization();
  const filters = filtersIn(search);
  const queryKey = keyOfList(opened, path, filters);
  const name = JSON.stringify(queryKey);
  const read = windowReader(opened, path, filters, schema ?? {});
  const first = windowsOf(firstRowOf(search), firstRowOf(search));
  const shown = useRef({ name, numbers: first });
  if (shown.current.name !== name) shown.current = { name, numbers: first };
  const list = useQuery({
    ...listQuery(opened, path, filters, schema ?? {}, () => shown.current.numbers),
    enabled: schema !== undefined,
    meta: { reloadRows: useReloadRows(path, filters, schema) },
    placeholderData: keepPreviousData,
  });
  // While the next list is loaded, the previous one is shown.
  const shownName = useRef(name);
  if (!list.isPlaceholderData) shownName.current = name;
  const windows = useLoadedWindows(queryKey, list.isPlaceholderData ? undefined : list.data, read);
  return {
    // After a loss of the permission, no row stays on screen.
    list: hasStatus(list.error, 403) ? undefined : list.data,
    error: list.error,
    /** The error of windows that are on screen and could not be loaded. */
    windowError: windows.error,
    retry: () => windows.load(shown.current.numbers),
    isPending: list.isPending,
    /** Identifies the list that is shown, with its filters and its order. */
    name: shownName.current,
    /** True while the next list is loaded. */
    isPrevious: list.isPlaceholderData,
    /** Loads windows that are on screen. From then on, these are the ones that are kept current. */
    show: (numbers: readonly number[]) => {
      shown.current = { name, numbers: numbers.slice(0, maxParallel) };
      windows.load(shown.current.numbers);
    },
  };
}

type ReadWindow = (number: number, after: string | undefined, signal?: AbortSignal) => Promise<Page>;

const keyOfList = ({ slug }: OpenedOrganization, path: string, filters: ListSearch) => [
  slug,
  'list',
  path,
  filters,
];

/**
 * A list with some of its windows.
 *
 * @param numbersOf returns those that are on screen
 */
export function listQuery(
  opened: OpenedOrganization,
  path: string,
  filters: ListSearch,
  schema: JsonSchema,
  numbersOf: () => readonly number[],
) {
  const read = windowReader(opened, path, filters, schema);
  return queryOptions({
    queryKey: keyOfList(opened, path, filters),
    queryFn: async ({ signal }) => {
      let fresh: SparseList | undefined;
      const numbers = numbersOf();
      const pages = await Promise.all(numbers.map((number) => read(number, undefined, signal)));
      for (const [index, page] of pages.entries()) fresh = withWindow(fresh, numbers[index] ?? 0, page);
      return fresh as SparseList;
    },
    // So that a list that was requested while its link had the pointer is shown without another request.
    staleTime: 1_000,
  });
}

function windowReader(
  { session, slug }: OpenedOrganization,
  path: string,
  filters: ListSearch,
  schema: JsonSchema,
): ReadWindow {
  return async (number, after, signal) => {
    const place = after === undefined ? placeOf(number, schema) : { limit: String(windowSize), after };
    const query = { ...filters, ...place, ...rightsQuery(path) };
    const page = await callPath<Page>(session.client, 'get', path, { query, ...(signal && { signal }) });
    for (const row of page.data) rows.put(rowKey(slug, pathOfRow(path, row)), row);
    return page;
  };
}

function useReloadRows(path: string, filters: ListSearch, schema: JsonSchema | undefined) {
  const { session, slug } = useOrganization();
  return async (list: SparseList, ids: ReadonlySet<number>) => {
    const reloaded = await reloadRows(session, { path, filters, schema: schema ?? {} }, list, ids);
    for (const { rows: some } of reloaded?.windows.values() ?? [])
      for (const row of some) if (ids.has(Number(row.id))) rows.put(rowKey(slug, pathOfRow(path, row)), row);
    return reloaded;
  };
}

/** Adds windows to a list. */
function useLoadedWindows(queryKey: readonly unknown[], list: SparseList | undefined, read: ReadWindow) {
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const wanted = useRef<readonly number[]>([]);
  const loadOne = async (number: number): Promise<void> => {
    const cursor = number * windowSize > maxOffset ? list?.windows.get(number - 1)?.next : undefined;
    const page = await queries.fetchQuery({
      queryKey: [queryKey[0], 'window', ...queryKey, number],
      queryFn: () => read(number, cursor ?? undefined),
      staleTime: 0,
      gcTime: 0,
    });
    queries.setQueryData<SparseList>(
      queryKey,
      (before) => before && withWindow(before, number, page, !cursor),
    );
  };
  const load = (numbers: readonly number[]) => {
    wanted.current = numbers;
    const missing = list ? numbers.filter((number) => !list.windows.has(number)) : [];
    if (missing.length > 0) Promise.all(missing.map(loadOne)).then(() => setError(null), setError);
  };
  // A list that was read again has only the windows that were on screen when that began.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list has other windows.
  useEffect(() => load(wanted.current), [list]);
  return { load, error };
}

/** The path of a record of a list in the API. */
export const pathOfRow = (listPath: string, row: Row): string =>
  `${listPath}/${encodeURIComponent(String(row[keyOf(listPath) ?? 'id']))}`;

/** The text that identifies a record on screen. Deleted records can have equal keys. */
export const rowIdentity = (row: Row): string => String(row.id ?? row.code);
