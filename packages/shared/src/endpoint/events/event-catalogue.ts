import { listEmitters, possibleEvents } from '../../consequences/compile-consequences.ts';
import type { Area } from '../endpoint.ts';
import type { EventType } from './event-type.ts';

export interface CataloguedEvent extends EventType {
  /** Endpoints as `POST /tasks/:id/move`, lanes by the name of their queue. */
  emittedBy: readonly string[];
}

const catalogues = new WeakMap<readonly Area[], readonly CataloguedEvent[]>();

/**
 * All declared event types by name, with the endpoints and lanes that emit them.
 *
 * @throws Error naming event types that are emitted but not declared, or declared twice
 */
export function catalogueOf(areas: readonly Area[]): readonly CataloguedEvent[] {
  const known = catalogues.get(areas);
  if (known) return known;
  const made = compileCatalogue(areas);
  catalogues.set(areas, made);
  return made;
}

/** The `alsoAbout` of an event type, and its aggregate. */
export interface FurtherResource {
  aggregate: string;
  resource: string;
}

const furtherResources = new WeakMap<readonly CataloguedEvent[], ReadonlyMap<string, FurtherResource>>();

/** The event types that are about a resource in addition to their aggregate. One map per catalogue, for all callers. */
export function furtherResourcesOf(
  catalogue: readonly CataloguedEvent[],
): ReadonlyMap<string, FurtherResource> {
  const known = furtherResources.get(catalogue);
  if (known) return known;
  const made = new Map(
    catalogue.flatMap(({ type, aggregate, alsoAbout }) =>
      alsoAbout ? [[type, { aggregate, resource: alsoAbout }] as const] : [],
    ),
  );
  furtherResources.set(catalogue, made);
  return made;
}

function compileCatalogue(areas: readonly Area[]): CataloguedEvent[] {
  const emitters = emittersByType(areas);
  const declared = new Map<string, EventType>();
  for (const event of areas.flatMap((area) => area.events ?? [])) {
    if (declared.has(event.type)) throw new Error(`The event ${event.type} is declared twice`);
    declared.set(event.type, event);
  }
  assertDeclared(areas, emitters, declared);
  return [...declared.values()]
    .map((event) => ({ ...event, emittedBy: [...(emitters.get(event.type) ?? [])].sort() }))
    .sort((a, b) => (a.type < b.type ? -1 : 1));
}

function assertDeclared(
  areas: readonly Area[],
  emitters: ReadonlyMap<string, ReadonlySet<string>>,
  declared: ReadonlyMap<string, EventType>,
): void {
  const written = [...emitters].map(([type, by]) => ({ type, by: [...by].join(', ') }));
  // Includes consequences of announcements that no endpoint makes.
  for (const { name, writes } of areas.flatMap((area) => area.consequences ?? []))
    for (const type of writes) if (!emitters.has(type)) written.push({ type, by: name });
  const unknown = written.filter(({ type }) => !declared.has(type));
  if (unknown.length === 0) return;
  const list = unknown.map(({ type, by }) => `${type} (${by})`).join('; ');
  throw new Error(`Emitted, but not declared with defineEvents: ${list}`);
}

/** The emitters of each type, directly or through announcements. */
function emittersByType(areas: readonly Area[]): Map<string, Set<string>> {
  const emitters = new Map<string, Set<string>>();
  for (const [by, emitter] of listEmitters(areas)) {
    for (const type of possibleEvents(areas, emitter))
      emitters.set(type, (emitters.get(type) ?? new Set()).add(by));
  }
  return emitters;
}
