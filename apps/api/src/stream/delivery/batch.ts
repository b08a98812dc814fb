import { type CallerVisibility, canSeeEvent, isVisibilityPersonal } from '@wfp/areas';
import type { StreamedEvent } from '@wfp/shared';
import { eventFrame } from './frames.ts';

export interface StreamFilter {
  aggregate_type?: string | undefined;
  event_type?: string | undefined;
}

/** The visible events of a batch as bytes, their count, and the sequence number of the last. */
export interface FramedPart {
  bytes: Buffer;
  count: number;
  last: number;
}

const allEvents = 'all';
/** Cache key of callers who may not read a type at all. */
const noAccess = {};
/**
 * Aggregate types whose events may change the rights of all users, and those whose events may change the rights of the
 * subject users.
 */
const typesAffectingAllUsers = new Set(['role', 'organization']);
const typesAffectingOneUser = new Set(['user', 'grant', 'api_key']);

/**
 * Consecutive events of one organization. Events are framed once per pod, visibility is computed once per distinct access,
 * and streams that see the same events share one buffer.
 */
export class Batch {
  readonly events: readonly StreamedEvent[];
  readonly first: number;
  readonly last: number;
  /** Parts without filter, by the object that determines visibility (see `#visibilityKey`). */
  readonly #unfiltered = {
    ofLogReaders: new Map<object, FramedPart | null>(),
    ofOthers: new Map<object, FramedPart | null>(),
  };
  readonly #dependsOnUser: boolean;
  readonly #parts = new Map<string, FramedPart | null>();
  /** The events up to a number and those after it, by that number. */
  readonly #halves = new Map<number, { head: Batch; tail: Batch }>();
  /** Users whose rights these events may change. */
  readonly #affectedUsers: ReadonlySet<number> | 'all' | 'none';
  /** The aggregate type if all events have the same one: then only the access to that type matters. */
  readonly #type: string | null;
  /** The event types if all events have the same aggregate type: some require access to another resource too. */
  readonly #eventTypes: ReadonlySet<string>;
  /** The previous result: most streams see the same as the previous stream. */
  #previous: { key: object; canReadAuditLog: boolean; part: FramedPart | null } | null = null;

  constructor(events: readonly StreamedEvent[]) {
    this.events = events;
    this.first = events[0]?.seq ?? 0;
    this.last = events.at(-1)?.seq ?? 0;
    this.#dependsOnUser = events.some(isVisibilityPersonal);
    this.#affectedUsers = findAffectedUsers(events);
    const type = events[0]?.aggregate_type ?? null;
    this.#type = events.every((event) => event.aggregate_type === type) ? type : null;
    this.#eventTypes = new Set(this.#type === null ? [] : events.map((event) => event.event_type));
  }

  /** Returns the visible events that match the filter after a position, or null if there are none. */
  partFor(visibility: CallerVisibility, filter: StreamFilter | null, after = 0): FramedPart | null {
    if (filter !== null || after >= this.first) return this.#partOf(this.#select(visibility, filter, after));
    const key = this.#visibilityKey(visibility);
    const { canReadAuditLog } = visibility;
    const previous = this.#previous;
    if (previous?.key === key && previous.canReadAuditLog === canReadAuditLog) return previous.part;
    const part = this.#unfilteredPart(visibility, key);
    this.#previous = { key, canReadAuditLog, part };
    return part;
  }

  /** Returns the number of the first event after a position that may change the rights of the user, or null. */
  findRightsChange(user_id: number | null, after: number): number | null {
    if (!this.#mayChangeRights(user_id)) return null;
    return this.events.find((event) => event.seq > after && isAffected(user_id, event))?.seq ?? null;
  }

  #mayChangeRights(user_id: number | null): boolean {
    if (this.#affectedUsers === 'none') return false;
    if (this.#affectedUsers === 'all') return true;
    return user_id !== null && this.#affectedUsers.has(user_id);
  }

  /** Returns the events up to a number of this batch, as a batch that all streams share. */
  upTo(seq: number): Batch {
    return seq >= this.last ? this : this.#splitAfter(seq).head;
  }

  /** Returns the events after a number of this batch, as a batch that all streams share; null if there are none. */
  after(seq: number): Batch | null {
    return seq >= this.last ? null : this.#splitAfter(seq).tail;
  }

  #splitAfter(seq: number): { head: Batch; tail: Batch } {
    const found = this.#halves.get(seq);
    if (found) return found;
    const count = seq - this.first + 1;
    const halves = {
      head: new Batch(this.events.slice(0, count)),
      tail: new Batch(this.events.slice(count)),
    };
    this.#halves.set(seq, halves);
    return halves;
  }

  /** Two callers with the same key and the same `canReadAuditLog` see the same events of this batch. */
  #visibilityKey(visibility: CallerVisibility): object {
    if (this.#dependsOnUser) return visibility;
    const { subjectsByType, furtherResources } = visibility;
    if (this.#type === null) return subjectsByType;
    const subjects = subjectsByType.get(this.#type);
    if (!subjects) return noAccess;
    for (const type of this.#eventTypes) {
      const further = furtherResources.get(type);
      if (further && subjectsByType.get(further.resource) !== subjects) return subjectsByType;
    }
    return subjects;
  }

  #unfilteredPart(visibility: CallerVisibility, key: object): FramedPart | null {
    const found = visibility.canReadAuditLog ? this.#unfiltered.ofLogReaders : this.#unfiltered.ofOthers;
    const known = found.get(key);
    if (known !== undefined) return known;
    const part = this.#partOf(this.#select(visibility, null, 0));
    found.set(key, part);
    return part;
  }

  #select(visibility: CallerVisibility, filter: StreamFilter | null, after: number): string {
    const selected: number[] = [];
    for (const [index, event] of this.events.entries()) {
      if (event.seq > after && matchesFilter(filter, event) && canSeeEvent(visibility, event))
        selected.push(index);
    }
    return selected.length === this.events.length ? allEvents : selected.join();
  }

  /** Returns one shared part per selection of events. */
  #partOf(selection: string): FramedPart | null {
    const found = this.#parts.get(selection);
    if (found !== undefined) return found;
    const part = selection === '' ? null : frameEvents(this.#selectedEvents(selection));
    this.#parts.set(selection, part);
    return part;
  }

  #selectedEvents(selection: string): readonly StreamedEvent[] {
    if (selection === allEvents) return this.events;
    return selection.split(',').flatMap((index) => this.events[Number(index)] ?? []);
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

function isAffected(user_id: number | null, { aggregate_type, subject_user_ids }: StreamedEvent): boolean {
  if (typesAffectingAllUsers.has(aggregate_type)) return true;
  return user_id !== null && typesAffectingOneUser.has(aggregate_type) && subject_user_ids.includes(user_id);
}

function findAffectedUsers(events: readonly StreamedEvent[]): ReadonlySet<number> | 'all' | 'none' {
  const affected = new Set<number>();
  for (const { aggregate_type, subject_user_ids } of events) {
    if (typesAffectingAllUsers.has(aggregate_type)) return 'all';
    if (typesAffectingOneUser.has(aggregate_type))
      for (const user_id of subject_user_ids) affected.add(user_id);
  }
  return affected.size === 0 ? 'none' : affected;
}
