import type { Area } from '../endpoint/endpoint.ts';
import type { Reaction, Reactions } from './announce.ts';
import { type AnyAnnouncement, announcementPermit, type Emitter } from './announcement.ts';
import type { AnyConsequence } from './consequence.ts';

const compiled = new WeakMap<readonly Area[], Reactions>();

/**
 * Compiles the consequences of every announcement.
 *
 * @throws Error on duplicate or unknown announcements and consequences, and on cycles
 */
export function reactionsOf(areas: readonly Area[]): Reactions {
  const known = compiled.get(areas);
  if (known) return known;
  const made = compile(areas);
  compiled.set(areas, made);
  return made;
}

/**
 * The event types that an endpoint, a lane or an import may write, including those that follow from its announcements.
 */
export function possibleEvents(areas: readonly Area[], { emits = [], announces = [] }: Emitter): string[] {
  const reactions = reactionsOf(areas);
  return [...new Set([...emits, ...announces.flatMap((one) => [...(reactions.get(one)?.events ?? [])])])];
}

/** The `emits` of a caller on behalf of an emitter: the event types that may follow, and its own announcements. */
export function resolveEmits(areas: readonly Area[], emitter: Emitter): string[] {
  return [...possibleEvents(areas, emitter), ...(emitter.announces ?? []).map(announcementPermit)];
}

function compile(areas: readonly Area[]): Reactions {
  const announcements = areas.flatMap((area) => area.announcements ?? []);
  const consequences = areas.flatMap((area) => area.consequences ?? []);
  rejectDuplicates(announcements.map(({ name }) => `announcement ${name}`));
  rejectDuplicates(consequences.map(({ name, on }) => `consequence ${name} of ${on.name}`));
  const declared = new Set<AnyAnnouncement>(announcements);
  const announcers = [
    ...listEmitters(areas).map(([by, { announces = [] }]) => ({ by, announces })),
    ...consequences.map(({ name, on, announces = [] }) => ({ by: name, announces: [on, ...announces] })),
  ];
  for (const { by, announces } of announcers) {
    const unknown = announces.find((one) => !declared.has(one));
    if (unknown) throw new Error(`No area declares the announcement ${unknown.name} (${by})`);
  }
  const reactions = new Map<AnyAnnouncement, Reaction>();
  for (const one of announcements) resolveReaction(one, consequences, reactions, []);
  return reactions;
}

/** Compiles the reaction to an announcement after those to the announcements of its consequences. */
function resolveReaction(
  announcement: AnyAnnouncement,
  consequences: readonly AnyConsequence[],
  reactions: Map<AnyAnnouncement, Reaction>,
  path: readonly AnyAnnouncement[],
): Reaction {
  const known = reactions.get(announcement);
  if (known) return known;
  const chain = [...path, announcement];
  if (path.includes(announcement))
    throw new Error(`Announcements form a cycle: ${chain.map(({ name }) => name).join(' → ')}`);
  const following = sortByDependencies(consequences.filter(({ on }) => on === announcement));
  const events = following.flatMap(({ writes, announces = [] }) => [
    ...writes,
    ...announces.flatMap((one) => [...resolveReaction(one, consequences, reactions, chain).events]),
  ]);
  const made = { consequences: following, events: new Set(events) };
  reactions.set(announcement, made);
  return made;
}

/** A topological order, by name among equals, so that the order of the areas does not matter. */
function sortByDependencies(consequences: readonly AnyConsequence[]): AnyConsequence[] {
  const byName = [...consequences].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set(byName.map(({ name }) => name));
  for (const { name, on, after = [] } of byName) {
    const unknown = after.filter((one) => !names.has(one));
    if (unknown.length > 0)
      throw new Error(`${name} refers in after to unknown consequences of ${on.name}: ${unknown.join(', ')}`);
  }
  const ordered: AnyConsequence[] = [];
  const done = new Set<string>();
  while (ordered.length < byName.length) {
    const next = byName.filter(
      ({ name, after = [] }) => !done.has(name) && after.every((one) => done.has(one)),
    );
    if (next.length === 0) {
      const waiting = byName.filter(({ name }) => !done.has(name)).map(({ name }) => name);
      throw new Error(`Consequences form a cycle in after: ${waiting.join(', ')}`);
    }
    ordered.push(...next);
    for (const { name } of next) done.add(name);
  }
  return ordered;
}

function rejectDuplicates(declared: readonly string[]): void {
  const duplicate = declared.find((one, index) => declared.indexOf(one) !== index);
  if (duplicate) throw new Error(`The ${duplicate} is declared twice`);
}

/**
 * Endpoints, lanes and imports by their name in the event catalogue. An import writes on behalf of the endpoint that
 * received the file.
 */
export function listEmitters(areas: readonly Area[]): [name: string, emitter: Emitter][] {
  return areas.flatMap(({ endpoints = [], jobs = [], imports = [] }) => [
    ...endpoints.map((one): [string, Emitter] => [`${one.method.toUpperCase()} ${one.path}`, one]),
    ...jobs.map((one): [string, Emitter] => [one.queue, one]),
    ...imports.map((one): [string, Emitter] => [`POST ${one.path}/import`, one]),
  ]);
}
