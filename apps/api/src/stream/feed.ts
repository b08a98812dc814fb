import type { StreamedEvent } from '@wfp/shared';
import { Batch } from './delivery/batch.ts';

/** A stream that has caught up and takes events as they come. */
export interface FeedListener {
  receive(batch: Batch): void;
  /** Ends the stream; the client comes back and finds out where it stands. */
  end(): void;
}

/**
 * The events of one organization as this pod passes them on. `position` moves in the same moment in
 * which the listeners get the events: a stream that has read the log up to it and joins at once has
 * neither a gap nor a twin.
 */
export class Feed {
  readonly org_id: number;
  /** The number of the last event that was passed on. */
  position = 0;
  /** Whether `position` has been read from the log. */
  isOpen = false;
  /** Whether Redis has confirmed the subscription on the present connection. */
  isSubscribed = false;
  /** How often the log turned out not to be the one it was; positions from before mean nothing. */
  restarts = 0;
  /** Streams that are open or about to be. */
  streamCount = 0;
  readonly #listeners = new Set<FeedListener>();

  constructor(org_id: number) {
    this.org_id = org_id;
  }

  addListener(listener: FeedListener): void {
    this.#listeners.add(listener);
  }

  removeListener(listener: FeedListener): void {
    this.#listeners.delete(listener);
  }

  /**
   * Passes on what follows the position and leaves out what was passed on before. Returns false, and
   * passes on nothing, when there is a gap: then the log has to be read.
   */
  deliver(events: readonly StreamedEvent[]): boolean {
    const fresh = events.filter((event) => event.seq > this.position);
    const last = fresh.at(-1);
    if (!last) return true;
    if (last.seq !== this.position + fresh.length) return false;
    this.position = last.seq;
    if (this.#listeners.size === 0) return true;
    const batch = new Batch(fresh);
    for (const listener of this.#listeners) listener.receive(batch);
    return true;
  }

  /** Goes on at another position, with nobody listening: the log is not the one it was (a restored backup). */
  restart(position: number): void {
    this.position = position;
    this.restarts += 1;
    for (const listener of [...this.#listeners]) listener.end();
    this.#listeners.clear();
  }
}
