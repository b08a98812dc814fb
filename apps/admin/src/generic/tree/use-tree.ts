import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callPath } from '../../api/call-path.ts';
import { hasStatus } from '../../api/errors.ts';
import { whenSessionEnds } from '../../api/session/session.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import type { ListSearch } from '../list/parse-search.ts';
import type { TreeNode } from './tree-nodes.ts';

/** The service accepts this many open records. */
const maxOpen = 200;

/** The open records of each tree, so that it looks the same after the user has opened a record. */
const openByTree = new Map<string, ReadonlySet<number>>();

whenSessionEnds((slug) => {
  for (const key of openByTree.keys()) if (key.startsWith(`${slug} `)) openByTree.delete(key);
});

const none: ReadonlySet<number> = new Set();

/**
 * The root level of a tree and the levels below the open records. Each change of what is open, and each change of a record,
 * takes one request.
 */
export function useTree(path: string, search: ListSearch) {
  const { session, slug } = useOrganization();
  const key = `${slug} ${path}`;
  const [open, setOpen] = useState(() => openByTree.get(key) ?? none);
  const { layout: _, ...filters } = search;
  const query = { ...filters, open: [...open].join(',') };
  const tree = useQuery({
    queryKey: [slug, 'list', path, 'tree', query],
    queryFn: ({ signal }) =>
      callPath<{ data: readonly TreeNode[] }>(session.client, 'get', `${path}/tree`, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const change = (ids: ReadonlySet<number>) => {
    const next = new Set([...ids].slice(-maxOpen));
    openByTree.set(key, next);
    setOpen(next);
  };
  return {
    // After a loss of the permission, no record stays on screen.
    nodes: hasStatus(tree.error, 403) ? undefined : tree.data?.data,
    error: tree.error,
    /** True while the response belongs to other open records. */
    isLoading: tree.isPlaceholderData,
    open,
    expand: (id: number) => change(new Set([...open, id])),
    collapse: (id: number) => change(new Set([...open].filter((one) => one !== id))),
  };
}
