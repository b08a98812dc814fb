import type { Contribution } from '../capability.ts';

/**
 * The list accepts `archived=true`: archived rows follow the live ones, for all callers who may list. Useful if rows
 * are still displayed where they were used, such as the label of a category on an old task.
 */
export type ListsArchived = true;

export function listsArchivedCapability(): Contribution {
  return { listsArchived: true };
}
