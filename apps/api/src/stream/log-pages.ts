import type { StreamedEvent } from '@wfp/shared';
import { Batch } from './delivery/batch.ts';
import type { Feed } from './feed.ts';
import { Semaphore, type Turn } from './semaphore.ts';

/** Bounds the database connections that streams which catch up take from requests. */
const maxConcurrentReads = 2;

type ReadPage = (org_id: number, position: number) => Promise<StreamedEvent[]>;

/**
 * The pages of the event log for streams that catch up. They are read in rotation of the organizations, so that many
 * streams of one do not delay those of others. Streams at the same position, of which a reconnection of all clients has
 * many, share a page that is not read yet, and its frames.
 */
export class LogPages {
  readonly #read: ReadPage;
  readonly #semaphore = new Semaphore(maxConcurrentReads);
  readonly #requested = new Map<string, Promise<Batch>>();

  constructor(read: ReadPage) {
    this.#read = read;
  }

  /** Reads the page after a position that is before the end of the log. */
  readAfter({ org_id, restarts }: Feed, position: number, turn: Turn): Promise<Batch> {
    // After a restart, the log may be another one.
    const key = `${org_id} ${restarts} ${position}`;
    const requested = this.#requested.get(key);
    if (requested) return requested;
    const page = this.#semaphore
      .run(turn, async () => new Batch(await this.#read(org_id, position)))
      .finally(() => this.#requested.delete(key));
    this.#requested.set(key, page);
    return page;
  }
}
