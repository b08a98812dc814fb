import { menuQuery } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { listedResource, type Resource, resourcesQuery, schemaQuery } from '../api/resources.ts';
import type { OpenedOrganization } from '../api/session/session-context.ts';
import { startQuery } from '../api/start.ts';
import { areas } from '../areas/areas.ts';
import { boardQuery, showsBoard } from '../generic/board/use-board.ts';
import { loadFilterBar } from '../generic/list/list-page.tsx';
import type { ListSearch } from '../generic/list/parse-search.ts';
import { listQuery } from '../generic/list/use-list.ts';
import { isTree } from '../generic/tree/tree-search.ts';
import { loadAhead } from '../live/new-version.ts';

/** Requests what each page of an organization needs, before the page is drawn. */
export function prefetchOrganization(opened: OpenedOrganization): void {
  void queryClient.prefetchQuery(resourcesQuery(opened));
  void queryClient.prefetchQuery(startQuery(opened));
  void queryClient.prefetchQuery(menuQuery(opened));
}

/** Requests what a list needs and what does not depend on the metadata. */
export function prefetchList(opened: OpenedOrganization, code: string, search: ListSearch): void {
  const { list, board } = areas.find(({ resources }) => resources[code])?.resources[code] ?? {};
  const known = queryClient
    .getQueryData<readonly Resource[]>(resourcesQuery(opened).queryKey)
    ?.find((one) => one.code === code);
  // A single record has no filters.
  const isList = known ? known.path !== null && !known.singleton : list !== undefined;
  // The filters of a board are loaded after its cards.
  if (board && showsBoard(search)) void queryClient.prefetchQuery(boardQuery(opened, board.path, search));
  else if (isList) {
    void queryClient.prefetchQuery(schemaQuery(opened, code, 'filter'));
    void loadAhead(loadFilterBar);
  }
}

/** Requests the first rows of a list that the user is likely to open. */
export async function prefetchRows(opened: OpenedOrganization, code: string): Promise<void> {
  const resources = queryClient.getQueryData<readonly Resource[]>(resourcesQuery(opened).queryKey);
  const found = resources?.find((one) => one.code === code);
  const resource = found && listedResource(found, opened.session.user.org_id);
  if (!resource || resource.singleton || isTree(resource, {})) return;
  const schema = await queryClient.ensureQueryData(schemaQuery(opened, code, 'filter'));
  const list = listQuery(opened, resource.path, {}, schema, () => [0]);
  // A list that was loaded is shown at once, and may be on screen with other rows.
  if (queryClient.getQueryData(list.queryKey) === undefined) await queryClient.prefetchQuery(list);
}
