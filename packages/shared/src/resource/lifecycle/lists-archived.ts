import type { Contribution } from '../capability.ts';

/**
 * The list takes `archived=true`: archived rows, too, after the live ones, for all who read the list. For rows whose
 * names are still shown where they were used: the label of a category on an old task.
 */
export type ListsArchived = true;

export function listsArchivedCapability(): Contribution {
  return { listsArchived: true };
}
