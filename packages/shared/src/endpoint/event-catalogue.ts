import type { Area } from './endpoint.ts';
import type { EventType } from './event-type.ts';

/** An event type with what writes it. */
export interface CataloguedEvent extends EventType {
  /** Endpoints as `POST /tasks/:id/move`, and lanes by the name of their queue. */
  emittedBy: readonly string[];
}

const catalogues = new WeakMap<readonly Area[], readonly CataloguedEvent[]>();

/**
 * All event types that areas declare, by name, each with the endpoints and lanes that emit it.
 *
 * @throws Error naming what is emitted and not declared, or declared twice
 */
export function catalogueOf(areas: readonly Area[]): readonly CataloguedEvent[] {
  const known = catalogues.get(areas);
  if (known) return known;
  const made = compileCatalogue(areas);
  catalogues.set(areas, made);
  return made;
}

function compileCatalogue(areas: readonly Area[]): CataloguedEvent[] {
  const emitters = emittersOf(areas);
  const declared = new Map<string, EventType>();
  for (const event of areas.flatMap((area) => area.events ?? [])) {
    if (declared.has(event.type)) throw new Error(`The event ${event.type} is declared twice`);
    declared.set(event.type, event);
  }
  const unknown = [...emitters].filter(([type]) => !declared.has(type));
  if (unknown.length > 0) {
    const list = unknown.map(([type, by]) => `${type} (${[...by].join(', ')})`).join('; ');
    throw new Error(`Emitted, but declared by no area with defineEvents: ${list}`);
  }
  return [...declared.values()]
    .map((event) => ({ ...event, emittedBy: [...(emitters.get(event.type) ?? [])].sort() }))
    .sort((a, b) => (a.type < b.type ? -1 : 1));
}

/** What emits each type. An import writes as the lane of imports does, on behalf of whoever asked. */
function emittersOf(areas: readonly Area[]): Map<string, Set<string>> {
  const emitters = new Map<string, Set<string>>();
  const add = (types: readonly string[] | undefined, by: string) => {
    for (const type of types ?? []) emitters.set(type, (emitters.get(type) ?? new Set()).add(by));
  };
  for (const { endpoints = [], jobs = [], imports = [] } of areas) {
    for (const one of endpoints) add(one.emits, `${one.method.toUpperCase()} ${one.path}`);
    for (const one of jobs) add(one.emits, one.queue);
    for (const one of imports) add(one.emits, `POST ${one.path}/import`);
  }
  return emitters;
}
