import { declareReactions } from '../consequences/announce.ts';
import { reactionsOf } from '../consequences/reactions.ts';
import type { Platform } from '../platform.ts';
import type { Area } from './endpoint.ts';
import { catalogueOf } from './event-catalogue.ts';

/** By the database, which copies of a platform share. */
const declared = new WeakMap<Platform['database'], readonly Area[]>();

/**
 * Notes what a process is made of, once when it starts.
 *
 * @throws Error when something emits an event, or reacts to an announcement, that no area declares
 */
export function declareAreas(platform: Platform, areas: readonly Area[]): void {
  catalogueOf(areas);
  declareReactions(platform, reactionsOf(areas));
  declared.set(platform.database, areas);
}

/** Everything the process is made of, as the areas declare it: for what is derived from declarations. */
export function areasOf(platform: Platform): readonly Area[] {
  return declared.get(platform.database) ?? [];
}
