import { declareConsequences } from '../consequences/announce.ts';
import { compileConsequences } from '../consequences/compile-consequences.ts';
import type { Platform } from '../platform.ts';
import type { Area } from './endpoint.ts';
import { catalogueOf } from './events/event-catalogue.ts';

/** Keyed by the database, which copies of a platform share. */
const declared = new WeakMap<Platform['database'], readonly Area[]>();

/**
 * Registers the areas of a process; called once at start.
 *
 * @throws Error if an emitted event or a consumed announcement is not declared by any area
 */
export function declareAreas(platform: Platform, areas: readonly Area[]): void {
  catalogueOf(areas);
  declareConsequences(platform, compileConsequences(areas));
  declared.set(platform.database, areas);
}

/** All areas of the process. */
export function areasOf(platform: Platform): readonly Area[] {
  return declared.get(platform.database) ?? [];
}
