import type { Platform } from '../../platform.ts';
import { type Database, poolsOf } from '../connections/database.ts';
import { translateErrors } from '../database-errors.ts';
import type { Prisma } from '../generated/client.ts';
import { stable } from './plans.ts';

/** A row with the position (from 1) of its key among the requested keys. */
export type PlacedRow<Row> = Row & { place: number };

interface PendingKey<Key, Row> {
  key: Key;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

const maxKeys = 100;

/**
 * Finds single rows by key, with one statement for all keys requested at the same time. Use it for rows that every
 * request reads: an additional statement costs several times as much as an additional row. One statement is sent at a
 * time; keys requested while it runs are included in the next. Nothing is cached: a row is read after it was requested.
 * If the statement fails, it fails for all of its keys.
 *
 * @param statementFor returns a statement that yields at most one row per key, each with its {@link PlacedRow.place};
 *   its text must not depend on the keys
 */
export function batched<Key, Row>(
  statementFor: (keys: readonly Key[]) => Prisma.Sql,
): (platform: Platform, key: Key) => Promise<Row | undefined> {
  const queues = new WeakMap<Database, Queue<Key, Row>>();
  return (platform, key) => {
    let queue = queues.get(platform.database);
    if (!queue) {
      const { keyed } = poolsOf(platform.database);
      queue = new Queue((keys) => translateErrors(keyed.rows<PlacedRow<Row>>(stable(statementFor(keys)))));
      queues.set(platform.database, queue);
    }
    return queue.find(key);
  };
}

class Queue<Key, Row> {
  readonly #find: (keys: readonly Key[]) => Promise<PlacedRow<Row>[]>;
  #waiting: PendingKey<Key, Row>[] = [];
  #isRunning = false;
  #isDue = false;

  constructor(find: (keys: readonly Key[]) => Promise<PlacedRow<Row>[]>) {
    this.#find = find;
  }

  find(key: Key): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      this.#schedule();
    });
  }

  /** Sends the statement after all requests received so far are parsed, so that their keys are included. */
  #schedule(): void {
    if (this.#isDue || this.#isRunning || this.#waiting.length === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      void this.#send(this.#waiting.splice(0, maxKeys));
      this.#schedule();
    });
  }

  async #send(pending: readonly PendingKey<Key, Row>[]): Promise<void> {
    this.#isRunning = true;
    try {
      const rows = await this.#find(pending.map(({ key }) => key));
      for (const { place, ...row } of rows) pending[place - 1]?.resolve(row as Row);
      // No effect on keys whose row was found.
      for (const { resolve } of pending) resolve(undefined);
    } catch (error) {
      for (const { reject } of pending) reject(error);
    } finally {
      this.#isRunning = false;
      this.#schedule();
    }
  }
}
