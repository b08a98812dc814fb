import type { StreamedEvent } from '@wfp/shared';
import { Batch } from './delivery/batch.ts';

/** A stream that has caught up with the log and receives live events. */
export interface FeedListener {
  receive(batch: Batch): void;
  /** Ends the stream; the client reconnects and resumes or is reset. */
  end(): void;
}

/**
 * The live events of one organization on this pod. `position` advances synchronously with delivery to the listeners: a
 * stream that has read the log up to `position` and joins in the same turn of the event loop gets neither gaps nor
 * duplicates.
 */
export class Feed {
  readonly org_id: number;
  /** Sequence number of the last delivered event. */
  position = 0;
  /** True once `position` has been initialized from the log. */
  isOpen = false;
  /** True if Redis has confirmed the subscription on the current connection. */
  isSubscribed = false;
  /** Incremented when earlier positions become invalid: the log was replaced (a restored backup) or has a gap. */
  restarts = 0;
  /** Streams that are open or being opened. */
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
   * Delivers the events after `position` and skips earlier ones.
   *
   * @returns false, having delivered nothing, if there is a gap: the caller must read the log
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

  /**
   * Continues at another position, because the log was replaced or has a gap. Ends the streams that receive live
   * events; those that are catching up detect the restart.
   */
  restart(position: number): void {
    this.position = position;
    this.restarts += 1;
    for (const listener of [...this.#listeners]) listener.end();
    this.#listeners.clear();
  }
}
