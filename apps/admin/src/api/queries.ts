import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '@wfp/client';
import { isTopLevel, useResources } from './resources.ts';
import { type OpenedOrganization, useOrganization } from './session/session-context.ts';

export type MenuEntry = components['schemas']['NavigationEntry'];

export const menuQuery = ({ session, slug }: OpenedOrganization) =>
  queryOptions({
    queryKey: [slug, 'menu'],
    queryFn: async ({ signal }) => (await session.client.get('/navigation', { signal })).data,
  });

/** The entries of the menu that the user may open and that have a page in this application. */
export function useMenu() {
  const resources = useResources().data;
  return useQuery({
    ...menuQuery(useOrganization()),
    select: (entries) =>
      entriesWithPage(entries, new Set((resources ?? []).filter(isTopLevel).map(({ code }) => code))),
    enabled: resources !== undefined,
    refetchInterval: 60_000,
  });
}

function entriesWithPage(entries: readonly MenuEntry[], listed: ReadonlySet<string>): MenuEntry[] {
  return entries.flatMap((entry) => {
    const children = entriesWithPage(entry.children, listed);
    const hasPage = entry.target_kind !== 'resource' || listed.has(entry.target ?? '');
    if (hasPage && (entry.target !== null || children.length > 0)) return [{ ...entry, children }];
    return children.length > 0 ? [{ ...entry, target: null, target_kind: null, children }] : [];
  });
}
