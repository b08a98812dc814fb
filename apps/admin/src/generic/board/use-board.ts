import { keepPreviousData, type QueryFilters, queryOptions, useQuery } from '@tanstack/react-query';
import { callPath, type Row } from '../../api/call-path.ts';
import { hasStatus } from '../../api/errors.ts';
import { rightsQuery } from '../../api/rights/rights-query.ts';
import { type OpenedOrganization, useOrganization } from '../../api/session/session-context.ts';
import { rowKey, rows } from '../../live/rows.ts';
import { filtersIn } from '../list/list-search.ts';
import type { ListSearch } from '../list/parse-search.ts';
import { pathOfRow } from '../list/use-list.ts';

/** A column has its value in the field by which the board is divided. */
export type LoadedColumn = { total: number; data: readonly Row[] } & Readonly<Record<string, unknown>>;

/** The most records of a column. */
export const maxPerColumn = 100;

/**
 * The columns of the board at the path of a list, with their first records.
 *
 * @param perColumn the number of records of a column; by default that of the service
 */
export function boardQuery(
  { session, slug }: OpenedOrganization,
  listPath: string,
  search: ListSearch,
  perColumn?: number,
) {
  const query = { ...filtersIn(search), ...(perColumn && { per_column: String(perColumn) }) };
  return queryOptions({
    // Like those of lists, so that changes of records reload it.
    queryKey: [slug, 'list', listPath, 'board', query],
    queryFn: async ({ signal }) => {
      const path = `${listPath}/board`;
      const board = await callPath<{ columns: readonly LoadedColumn[] }>(session.client, 'get', path, {
        query: { ...query, ...rightsQuery(path) },
        signal,
      });
      for (const row of board.columns.flatMap(({ data }) => data))
        rows.put(rowKey(slug, pathOfRow(listPath, row)), row);
      return board;
    },
    // So that a response to a request from before the page was drawn is shown without another one.
    staleTime: 1_000,
  });
}

/** True for a list that is shown as a board. Deleted records have no columns. */
export const showsBoard = ({ layout, deleted }: ListSearch) => layout === 'board' && !deleted;

/** Selects the boards of a list that have no response yet. */
export const firstBoards = ({ slug }: OpenedOrganization, listPath: string): QueryFilters => ({
  queryKey: [slug, 'list', listPath, 'board'],
  predicate: ({ state }) => state.data === undefined,
});

export function useBoard(listPath: string, search: ListSearch, perColumn: number | undefined) {
  const board = useQuery({
    ...boardQuery(useOrganization(), listPath, search, perColumn),
    placeholderData: keepPreviousData,
  });
  // After a loss of the permission, no row stays on screen.
  return hasStatus(board.error, 403) ? { ...board, data: undefined } : board;
}
