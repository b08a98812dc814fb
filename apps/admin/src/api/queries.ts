import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '@wfp/client';
import { operations } from './operations.ts';
import { isTopLevel, useCan, useResources } from './resources.ts';
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
  const can = useCan();
  const listed = new Set((resources ?? []).filter(isTopLevel).map(({ code }) => code));
  const hasPage = ({ target_kind, target }: MenuEntry) => {
    if (target_kind === 'resource') return listed.has(target ?? '');
    const list = `GET ${target?.replace(/\?.*/, '')}`;
    return target_kind !== 'route' || !(list in operations) || can(list);
  };
  return useQuery({
    ...menuQuery(useOrganization()),
    select: (entries) => entriesWithPage(entries, hasPage),
    enabled: resources !== undefined,
    refetchInterval: 60_000,
  });
}

function entriesWithPage(entries: readonly MenuEntry[], hasPage: (entry: MenuEntry) => boolean): MenuEntry[] {
  return entries.flatMap((entry) => {
    const children = entriesWithPage(entry.children, hasPage);
    if (hasPage(entry) && (entry.target !== null || children.length > 0)) return [{ ...entry, children }];
    return children.length > 0 ? [{ ...entry, target: null, target_kind: null, children }] : [];
  });
}
