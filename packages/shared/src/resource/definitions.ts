import type { Endpoint } from '../endpoint/endpoint.ts';
import type { ComposedResource } from './capability.ts';
import type { AnyDeclaration } from './compose.ts';

/** The declaration behind an endpoint, and what it was composed to. */
export interface Definition extends ComposedResource {
  declared: AnyDeclaration;
}

const definitions = new WeakMap<Endpoint, Definition>();

/** Notes which declaration endpoints follow from. */
export function registerDefinition(definition: Definition, endpoints: readonly Endpoint[]): void {
  for (const one of endpoints) definitions.set(one, definition);
}

/** The declaration that an endpoint follows from; undefined for one that an area declares itself. */
export const definitionOf = (endpoint: Endpoint): Definition | undefined => definitions.get(endpoint);
