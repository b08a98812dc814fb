import type { Area } from '../endpoint/endpoint.ts';
import type { CompiledConsequences, ConsequencesByAnnouncement } from './announce.ts';
import { type AnyAnnouncement, announcementPermit, type ReviewedEmitter } from './announcement.ts';
import type { AnyConsequence } from './consequence.ts';

const compiled = new WeakMap<readonly Area[], ConsequencesByAnnouncement>();

/**
 * Compiles the consequences of every announcement.
 *
 * @throws Error on duplicate or unknown announcements and consequences, and on cycles
 */
export function compileConsequences(areas: readonly Area[]): ConsequencesByAnnouncement {
  const known = compiled.get(areas);
  if (known) return known;
  const made = compile(areas);
  compiled.set(areas, made);
  return made;
}

/**
 * The event types that an endpoint, a lane or an import may write, including those that follow from its announcements
 * and those of reviewers.
 */
export function possibleEvents(
  areas: readonly Area[],
  { emits = [], announces = [], review }: ReviewedEmitter,
): string[] {
  const all = compileConsequences(areas);
  const following = announces.flatMap((one) => [...(all.get(one)?.events ?? [])]);
  return [...new Set([...emits, ...following, ...(review ? reviewEvents(areas, review.hook) : [])])];
}

const reviewEvents = (areas: readonly Area[], hook: string): string[] =>
  areas
    .flatMap(({ reviewers = [] }) => reviewers)
    .flatMap(({ hooks, emits }) => (hooks.includes(hook) ? emits : []));

/** Returns `emits` for a caller that acts for an emitter: its possible event types and its own announcements. */
export function resolveEmits(areas: readonly Area[], emitter: ReviewedEmitter): string[] {
  return [...possibleEvents(areas, emitter), ...(emitter.announces ?? []).map(announcementPermit)];
}

function compile(areas: readonly Area[]): ConsequencesByAnnouncement {
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
  const byAnnouncement = new Map<AnyAnnouncement, CompiledConsequences>();
  for (const one of announcements) resolveConsequences(one, consequences, byAnnouncement, []);
  return byAnnouncement;
}

/** Compiles the consequences of an announcement, after those of the announcements that they make. */
function resolveConsequences(
  announcement: AnyAnnouncement,
  consequences: readonly AnyConsequence[],
  byAnnouncement: Map<AnyAnnouncement, CompiledConsequences>,
  path: readonly AnyAnnouncement[],
): CompiledConsequences {
  const known = byAnnouncement.get(announcement);
  if (known) return known;
  const chain = [...path, announcement];
  if (path.includes(announcement))
    throw new Error(`Announcements form a cycle: ${chain.map(({ name }) => name).join(' → ')}`);
  const following = sortByDependencies(consequences.filter(({ on }) => on === announcement));
  const events = following.flatMap(({ writes, announces = [] }) => [
    ...writes,
    ...announces.flatMap((one) => [...resolveConsequences(one, consequences, byAnnouncement, chain).events]),
  ]);
  const made = { consequences: following, events: new Set(events) };
  byAnnouncement.set(announcement, made);
  return made;
}

/** Sorts topologically, then by name, so that the order of the areas does not matter. */
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
 * Endpoints, lanes, imports and commands by their name in the event catalogue. An import writes on behalf of the
 * endpoint that received the file.
 */
export function listEmitters(areas: readonly Area[]): [name: string, emitter: ReviewedEmitter][] {
  return areas.flatMap(({ endpoints = [], jobs = [], imports = [], commands = [] }) => [
    ...endpoints.map((one): [string, ReviewedEmitter] => [`${one.method.toUpperCase()} ${one.path}`, one]),
    ...jobs.map((one): [string, ReviewedEmitter] => [one.queue, one]),
    ...imports.map((one): [string, ReviewedEmitter] => [`POST ${one.path}/import`, one]),
    ...commands.map((one): [string, ReviewedEmitter] => [`ops ${one.name}`, one]),
  ]);
}
