import { type CallerVisibility, canSeeEvent, isVisibilityPersonal } from '@wfp/areas';
import type { StreamedEvent } from '@wfp/shared';
import { eventFrame } from './frames.ts';

/** What a stream was narrowed to; null for everything. */
export interface StreamFilter {
  aggregate_type?: string | undefined;
  event_type?: string | undefined;
}

/** The part of a batch that is for a stream: its bytes, how many events that is, and the number of the last. */
export interface FramedPart {
  bytes: Buffer;
  count: number;
  last: number;
}

const allEvents = 'all';
/** Stands for the circle of those who may not read a type. */
const none = {};
/** What may be about anybody's rights, and what is about the rights of its user. */
const typesAffectingAllUsers = new Set(['role', 'organization']);
const typesAffectingOneUser = new Set(['user', 'grant', 'api_key']);

/**
 * Consecutive events of one organization. What they say is framed once for a pod; who sees which is found out
 * once for all streams that see the same; and streams for which the same remains share the bytes of it.
 */
export class Batch {
  readonly events: readonly StreamedEvent[];
  readonly first: number;
  readonly last: number;
  /** By what decides: for most events a circle alone, and that of the whole organization is one for all. */
  readonly #usual = {
    ofLogReaders: new Map<object, FramedPart | null>(),
    ofOthers: new Map<object, FramedPart | null>(),
  };
  readonly #dependsOnUser: boolean;
  readonly #parts = new Map<string, FramedPart | null>();
  /** Whose rights may be others afterwards. */
  readonly #concerned: ReadonlySet<number> | 'everybody' | 'nobody';
  /** The aggregate type of all of them, where it is one: then nothing else that somebody may read matters. */
  readonly #type: string | null;
  /** The answer before this one: most streams see what the one before them saw. */
  #before: { by: object; readsLog: boolean; part: FramedPart | null } | null = null;

  constructor(events: readonly StreamedEvent[]) {
    this.events = events;
    this.first = events[0]?.seq ?? 0;
    this.last = events.at(-1)?.seq ?? 0;
    this.#dependsOnUser = events.some(isVisibilityPersonal);
    this.#concerned = findAffectedUsers(events);
    const type = events[0]?.aggregate_type ?? null;
    this.#type = events.every((event) => event.aggregate_type === type) ? type : null;
  }

  /** What somebody gets of the events that follow a position; null for nothing. */
  partFor(sight: CallerVisibility, filter: StreamFilter | null, after = 0): FramedPart | null {
    if (filter !== null || after >= this.first) return this.#partOf(this.#choose(sight, filter, after));
    const by = this.#decidedBy(sight);
    const { canReadAuditLog } = sight;
    const before = this.#before;
    if (before !== null && before.by === by && before.readsLog === canReadAuditLog) return before.part;
    const part = this.#usualPart(sight, by);
    this.#before = { by, readsLog: canReadAuditLog, part };
    return part;
  }

  /** Whether the rights of a user may be others after these events. */
  mayChangeRights(user_id: number | null): boolean {
    if (this.#concerned === 'nobody') return false;
    if (this.#concerned === 'everybody') return true;
    return user_id !== null && this.#concerned.has(user_id);
  }

  /** The least that two have to share in order to see the same. */
  #decidedBy(sight: CallerVisibility): object {
    if (this.#dependsOnUser) return sight;
    return this.#type === null ? sight.subjectsByType : (sight.subjectsByType.get(this.#type) ?? none);
  }

  #usualPart(sight: CallerVisibility, by: object): FramedPart | null {
    const found = sight.canReadAuditLog ? this.#usual.ofLogReaders : this.#usual.ofOthers;
    const known = found.get(by);
    if (known !== undefined) return known;
    const part = this.#partOf(this.#choose(sight, null, 0));
    found.set(by, part);
    return part;
  }

  #choose(sight: CallerVisibility, filter: StreamFilter | null, after: number): string {
    const chosen: number[] = [];
    for (const [index, event] of this.events.entries()) {
      if (event.seq > after && matchesFilter(filter, event) && canSeeEvent(sight, event)) chosen.push(index);
    }
    return chosen.length === this.events.length ? allEvents : chosen.join();
  }

  /** One for all who are to have the same of it. */
  #partOf(choice: string): FramedPart | null {
    const found = this.#parts.get(choice);
    if (found !== undefined) return found;
    const part = choice === '' ? null : frameEvents(this.#chosenBy(choice));
    this.#parts.set(choice, part);
    return part;
  }

  #chosenBy(choice: string): readonly StreamedEvent[] {
    if (choice === allEvents) return this.events;
    return choice.split(',').flatMap((index) => this.events[Number(index)] ?? []);
  }
}

function frameEvents(events: readonly StreamedEvent[]): FramedPart {
  const bytes = Buffer.from(events.map((event) => eventFrame(event.seq, event.record)).join(''));
  return { bytes, count: events.length, last: events.at(-1)?.seq ?? 0 };
}

function matchesFilter(filter: StreamFilter | null, event: StreamedEvent): boolean {
  if (!filter) return true;
  const { aggregate_type = event.aggregate_type, event_type = event.event_type } = filter;
  return event.aggregate_type === aggregate_type && event.event_type === event_type;
}

function findAffectedUsers(events: readonly StreamedEvent[]): ReadonlySet<number> | 'everybody' | 'nobody' {
  const concerned = new Set<number>();
  for (const { aggregate_type, subject_user_ids } of events) {
    if (typesAffectingAllUsers.has(aggregate_type)) return 'everybody';
    if (typesAffectingOneUser.has(aggregate_type))
      for (const user_id of subject_user_ids) concerned.add(user_id);
  }
  return concerned.size === 0 ? 'nobody' : concerned;
}
