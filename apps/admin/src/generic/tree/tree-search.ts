import type { ListedResource } from '../../api/resources.ts';
import type { ListSearch } from '../list/parse-search.ts';

/** Parameters of a list that a tree has too: its layout, and the fields that separate trees. */
const shared = ({ tree }: ListedResource) => new Set(['layout', ...(tree?.within ?? [])]);

/** The search of a list without what only the flat list has, such as a filter. */
export function treeSearch(resource: ListedResource, search: ListSearch): ListSearch {
  const names = shared(resource);
  return Object.fromEntries(Object.entries(search).filter(([name]) => names.has(name)));
}

/** True if a list is shown as a tree: it may be filtered only by what separates trees. */
export const isTree = (resource: ListedResource, search: ListSearch): boolean =>
  resource.tree !== null &&
  search.layout !== 'table' &&
  Object.keys(treeSearch(resource, search)).length === Object.keys(search).length;

/** The search after a change by the user: matches of a filter are shown as a flat list. */
export const withLayout = (resource: ListedResource, search: ListSearch): ListSearch =>
  resource.tree === null || isTree(resource, search) ? search : { ...search, layout: 'table' };
