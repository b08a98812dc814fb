import type { Row } from '../api/call-path.ts';

/** A change that is shown although the service has not confirmed it. */
export interface PendingChange {
  readonly id: number;
  readonly slug: string;
  /** Identifies the record, and the user whose change it is. */
  readonly key: string;
  /** The title of the record. */
  readonly title: string;
  readonly kind: 'update' | 'delete' | 'restore';
  /** The new values of an update. */
  readonly fields: Row;
  /** True if the change can be continued in the form of the record. */
  readonly hasForm: boolean;
  /** `slow`: there is no response after a second. */
  readonly state: 'sending' | 'slow' | 'failed';
  /** The reason of a failure. */
  readonly error: unknown;
  /** Sends the change. Called again by a retry. */
  readonly send: () => Promise<void>;
  /** Called when the user drops the change. */
  readonly onDiscard?: (() => void) | undefined;
}

export type NewChange = Omit<PendingChange, 'id' | 'state' | 'error'>;

const slowMs = 1_000;
const none: readonly PendingChange[] = [];

/**
 * Changes that have been sent, and those that have failed, in their order. What is shown of a record is its newest known
 * version with these changes, so that it is the same whether the response or the event of a change arrives first.
 */
export class PendingChanges {
  #all = none;
  readonly #byKey = new Map<string, readonly PendingChange[]>();
  /** By key of a record; without a key, those of all changes. */
  readonly #listeners = new Map<string | undefined, Set<() => void>>();
  /** The latest attempt for each record: changes of one record are sent one after the other. */
  readonly #attempts = new Map<string, Promise<void>>();
  #lastId = 0;

  get all(): readonly PendingChange[] {
    return this.#all;
  }

  of(key: string): readonly PendingChange[] {
    return this.#byKey.get(key) ?? none;
  }

  /** @returns a function that removes the listener */
  listen(key: string | undefined, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  /** Shows changes that the caller sends. They replace failed ones of the same fields. @returns their ids */
  add(changes: readonly NewChange[]): number[] {
    const added = changes.map((change): PendingChange => {
      this.#lastId += 1;
      return { ...change, id: this.#lastId, state: 'sending', error: null };
    });
    const replaced = added.flatMap((change) => this.of(change.key).filter((one) => isReplaced(one, change)));
    this.#replace([...this.#all.filter((one) => !replaced.includes(one)), ...added]);
    return added.map(({ id }) => id);
  }

  /** Shows a change and sends it, after earlier ones of the same record. */
  send(change: NewChange): Promise<void> {
    return this.#run(this.add([change]));
  }

  /** Sends failed changes again, as the latest ones of their records. */
  retry(ids: readonly number[]): Promise<void> {
    const again = this.#all.filter((one) => ids.includes(one.id) && one.state === 'failed');
    const sent = again.map((one): PendingChange => ({ ...one, state: 'sending', error: null }));
    this.#replace([...this.#all.filter((one) => !again.includes(one)), ...sent]);
    return this.#run(again.map(({ id }) => id));
  }

  /** Drops changes for the user. */
  discard(ids: readonly number[]): void {
    for (const { id, onDiscard } of this.#all) if (ids.includes(id)) onDiscard?.();
    this.remove(ids);
  }

  /** Shows changes no longer: they were made, or are continued elsewhere. */
  remove(ids: readonly number[]): void {
    if (this.#all.some(({ id }) => ids.includes(id)))
      this.#replace(this.#all.filter(({ id }) => !ids.includes(id)));
  }

  fail(id: number, error: unknown): void {
    this.#update(id, { state: 'failed', error });
  }

  async #run(ids: readonly number[]): Promise<void> {
    const changes = this.#all.filter(({ id }) => ids.includes(id));
    await Promise.all(
      changes.map((change) => {
        const { key } = change;
        const attempt = (this.#attempts.get(key) ?? Promise.resolve()).then(() => this.#attempt(change));
        this.#attempts.set(key, attempt);
        return attempt.finally(() => {
          if (this.#attempts.get(key) === attempt) this.#attempts.delete(key);
        });
      }),
    );
  }

  async #attempt({ id, send }: PendingChange): Promise<void> {
    // It may have been dropped while it waited for another one.
    if (!this.#all.some((one) => one.id === id)) return;
    const timer = setTimeout(() => this.#update(id, { state: 'slow' }), slowMs);
    try {
      await send();
      this.remove([id]);
    } catch (error) {
      this.fail(id, error);
    } finally {
      clearTimeout(timer);
    }
  }

  #update(id: number, changed: Pick<PendingChange, 'state'> & Partial<Pick<PendingChange, 'error'>>): void {
    if (this.#all.some((one) => one.id === id))
      this.#replace(this.#all.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  }

  #replace(next: readonly PendingChange[]): void {
    const [before, after] = [new Set(this.#all), new Set(next)];
    const differing = [
      ...this.#all.filter((one) => !after.has(one)),
      ...next.filter((one) => !before.has(one)),
    ];
    const changed = new Set(differing.map(({ key }) => key));
    this.#all = next;
    const byKey = Map.groupBy(next, ({ key }) => key);
    for (const key of changed) {
      const left = byKey.get(key);
      if (left) this.#byKey.set(key, left);
      else this.#byKey.delete(key);
    }
    for (const key of [...changed, undefined])
      for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}

/** True for a failed change of which nothing would be left after another one. */
function isReplaced(failed: PendingChange, by: PendingChange): boolean {
  if (failed.state !== 'failed') return false;
  return by.kind !== 'update' || Object.keys(failed.fields).every((name) => name in by.fields);
}

/** A record as the user has changed it. */
export const withChanges = <Shown extends Row | undefined>(
  row: Shown,
  changes: readonly PendingChange[],
): Shown =>
  row === undefined || changes.length === 0
    ? row
    : Object.assign({}, row, ...changes.map(({ fields }) => fields));

export const pending = new PendingChanges();

/** The key of the changes of a user to the record at a path: another user of the same browser does not see them. */
export const pendingKey = (slug: string, user_id: number, path: string): string =>
  `${slug} ${user_id} ${path}`;
