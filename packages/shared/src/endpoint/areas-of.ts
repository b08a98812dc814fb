import type { Platform } from '../platform.ts';
import type { Area } from './endpoint.ts';

const declared = new WeakMap<Platform, readonly Area[]>();

/** Notes what a process is made of, once when it starts. */
export function declareAreas(platform: Platform, areas: readonly Area[]): void {
  declared.set(platform, areas);
}

/** Everything the process is made of, as the areas declare it: for what is derived from declarations. */
export function areasOf(platform: Platform): readonly Area[] {
  return declared.get(platform) ?? [];
}
