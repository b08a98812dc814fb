import type { Endpoint } from '../endpoint/endpoint.ts';
import type { ComposedResource } from './capability.ts';
import type { AnyDeclaration } from './compose.ts';

/** A declaration with the resource composed from it. */
export interface Definition extends ComposedResource {
  declared: AnyDeclaration;
}

const definitions = new WeakMap<Endpoint, Definition>();

/** Records the declaration that endpoints were generated from. */
export function registerDefinition(definition: Definition, endpoints: readonly Endpoint[]): void {
  for (const one of endpoints) definitions.set(one, definition);
}

/** Returns the declaration that an endpoint was generated from; undefined if the area declared the endpoint itself. */
export const definitionOf = (endpoint: Endpoint): Definition | undefined => definitions.get(endpoint);
