import { dependsOnUser, type EventSight, seesEvent } from '@wfp/areas';
import type { StreamedEvent } from '@wfp/shared';
import { eventFrame } from './frames.ts';

/** What a stream was narrowed to; null for everything. */
export interface Filter {
  aggregate_type?: string | undefined;
  event_type?: string | undefined;
}

/** The part of a batch that is for a stream: its bytes, and the number of its last event. */
export interface Part {
  bytes: Buffer;
  last: number;
}

const allOfThem = 'all';
/** What may be about anybody's rights, and what is about the rights of its user. */
const ofEverybody = new Set(['role', 'organization']);
const ofOneUser = new Set(['user', 'grant', 'api_key']);

/**
 * Consecutive events of one organization. What they say is framed once for a pod; who sees which is found out
 * once for all streams that see the same; and streams for which the same remains share the bytes of it.
 */
export class Batch {
  readonly events: readonly StreamedEvent[];
  /** By what decides: for most events the circles of a sight alone, which many share. */
  readonly #chosen = { byLogReaders: new Map<object, string>(), byOthers: new Map<object, string>() };
  readonly #dependsOnUser: boolean;
  readonly #parts = new Map<string, Part | null>();
  #concerned: ReadonlySet<number> | 'everybody' | null = null;

  constructor(events: readonly StreamedEvent[]) {
    this.events = events;
    this.#dependsOnUser = events.some(dependsOnUser);
  }

  get first(): number {
    return this.events[0]?.seq ?? 0;
  }

  get last(): number {
    return this.events.at(-1)?.seq ?? 0;
  }

  /** What somebody gets of the events that follow a position; null for nothing. */
  partFor(sight: EventSight, filter: Filter | null, after = 0): Part | null {
    const isUsual = filter === null && after < this.first;
    const choice = isUsual ? this.#usualChoice(sight) : this.#choose(sight, filter, after);
    const found = this.#parts.get(choice);
    if (found !== undefined) return found;
    const part = this.#partOf(choice);
    this.#parts.set(choice, part);
    return part;
  }

  /** Whether the rights of a user may be others after these events. */
  mayChangeRightsOf(user_id: number | null): boolean {
    this.#concerned ??= concernedBy(this.events);
    if (this.#concerned === 'everybody') return true;
    return user_id !== null && this.#concerned.has(user_id);
  }

  #usualChoice(sight: EventSight): string {
    const chosen = sight.readsLog ? this.#chosen.byLogReaders : this.#chosen.byOthers;
    const by = this.#dependsOnUser ? sight : sight.circles;
    const known = chosen.get(by);
    if (known !== undefined) return known;
    const choice = this.#choose(sight, null, 0);
    chosen.set(by, choice);
    return choice;
  }

  #choose(sight: EventSight, filter: Filter | null, after: number): string {
    const chosen: number[] = [];
    for (const [index, event] of this.events.entries()) {
      if (event.seq > after && passes(filter, event) && seesEvent(sight, event)) chosen.push(index);
    }
    return chosen.length === this.events.length ? allOfThem : chosen.join();
  }

  #partOf(choice: string): Part | null {
    if (choice === '') return null;
    const chosen =
      choice === allOfThem
        ? this.events
        : choice.split(',').flatMap((index) => this.events[Number(index)] ?? []);
    const bytes = Buffer.from(chosen.map((event) => eventFrame(event.seq, event.record)).join(''));
    return { bytes, last: chosen.at(-1)?.seq ?? 0 };
  }
}

function passes(filter: Filter | null, event: StreamedEvent): boolean {
  if (!filter) return true;
  const { aggregate_type = event.aggregate_type, event_type = event.event_type } = filter;
  return event.aggregate_type === aggregate_type && event.event_type === event_type;
}

function concernedBy(events: readonly StreamedEvent[]): ReadonlySet<number> | 'everybody' {
  const concerned = new Set<number>();
  for (const { aggregate_type, subject_user_ids } of events) {
    if (ofEverybody.has(aggregate_type)) return 'everybody';
    if (ofOneUser.has(aggregate_type)) for (const user_id of subject_user_ids) concerned.add(user_id);
  }
  return concerned;
}
