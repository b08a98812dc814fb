import pg from 'pg';
import type { Prisma } from '../../generated/client.ts';
import type { statementName } from '../../statements/statement-names.ts';
import { type StatementRunner, sendTo } from '../statement-pool.ts';

interface SharedConnectionOptions {
  onLost(error: Error): void;
  /** Names prepared statements. */
  nameOf?: (sql: string) => string;
  /** Runs before the first statement. @throws to reject the connection */
  check?: (client: pg.Client) => Promise<void>;
}

/**
 * A few connections shared by all callers for short statements. Statements that arrive while PostgreSQL is busy on a
 * connection are sent together when it has responded: a system call and a wake-up of PostgreSQL per statement cost more
 * than a read by key. Each statement still fails or succeeds separately. A slow statement delays all
 * statements behind it, so use these connections only for reads by key.
 */
export class SharedConnections implements Pick<StatementRunner, 'rows'> {
  readonly #all: SharedConnection[];

  constructor(options: pg.ClientConfig, count: number, shared: SharedConnectionOptions) {
    this.#all = Array.from({ length: count }, () => new SharedConnection(options, shared));
  }

  get size(): number {
    return this.#all.length;
  }

  /** Connections that are open or being opened. */
  get open(): number {
    return this.#all.filter((one) => one.isOpen).length;
  }

  get inUse(): number {
    return this.#all.filter((one) => one.waiting > 0).length;
  }

  /** Statements behind the first one of each connection. */
  get waiting(): number {
    return this.#all.reduce((sum, one) => sum + Math.max(0, one.waiting - 1), 0);
  }

  /** @param onTaken receives the time for which the statement occupied its connection, in milliseconds */
  rows<Row>(statement: Prisma.Sql, onTaken?: (ms: number) => void): Promise<Row[]> {
    return this.#all
      .reduce((least, one) => (one.waiting < least.waiting ? one : least))
      .rows(statement, onTaken);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((one) => one.close()));
  }
}

/**
 * True if a prepared statement does not exist. The first statement of a batch with a new name prepares it; if that
 * fails, for example by a lock timeout, the other statements with the name fail with this error.
 */
const isUnprepared = (error: unknown) => error instanceof pg.DatabaseError && error.code === '26000';

const maxFailed = 100;

class SharedConnection {
  readonly #options: pg.ClientConfig;
  readonly #shared: SharedConnectionOptions;
  #connected: Promise<Batches> | null = null;
  #isClosed = false;
  /** Number of statements that await a response. */
  waiting = 0;
  /** The last failure by statement text, since the connection was last idle. */
  readonly #failed = new Map<string, unknown>();

  constructor(options: pg.ClientConfig, shared: SharedConnectionOptions) {
    this.#options = { ...options, pipeline: true };
    this.#shared = shared;
  }

  get isOpen(): boolean {
    return this.#connected !== null;
  }

  async rows<Row>(statement: Prisma.Sql, onTaken?: (ms: number) => void): Promise<Row[]> {
    if (this.#isClosed) throw new Error('The connections are closed');
    this.waiting += 1;
    try {
      const batches = await this.#open();
      return (await batches.send(statement, onTaken)).rows;
    } catch (error) {
      throw this.#reasonFor(statement, error);
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0) this.#failed.clear();
    }
  }

  /** Returns the failure that prevented preparing the statement, or the statement's own error. */
  #reasonFor({ sql: text }: Prisma.Sql, error: unknown): unknown {
    if (isUnprepared(error)) return this.#failed.get(text) ?? error;
    if (this.#failed.size >= maxFailed) this.#failed.clear();
    this.#failed.set(text, error);
    return error;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const batches = await this.#connected?.catch(() => null);
    await batches?.client.end();
  }

  /**
   * Opens a connection if there is none. After a timeout the connection is abandoned before its socket closes, because
   * statements sent in between would be lost.
   */
  async #open(): Promise<Batches> {
    this.#connected ??= this.#connect();
    const connected = this.#connected;
    const batches = await connected;
    if (!batches.client.connection.stream.destroyed) return batches;
    if (this.#connected === connected) this.#connected = null;
    return this.#open();
  }

  /** A broken or failed connection is dropped; the next statement opens another. */
  #connect(): Promise<Batches> {
    const client = new pg.Client(this.#options);
    const forget = () => {
      if (this.#connected === connected) this.#connected = null;
    };
    client.on('error', (error) => {
      forget();
      this.#shared.onLost(error);
    });
    client.on('end', forget);
    const { check, nameOf } = this.#shared;
    const ready = client.connect().then(() => check?.(client));
    const connected = ready.then(
      () => new Batches(client, nameOf),
      (error) => {
        forget();
        throw error;
      },
    );
    return connected;
  }
}

interface Batch {
  /** Number of statements that await a response. */
  left: number;
}

/** Sends statements in batches: each batch after the responses to the previous one. */
class Batches {
  readonly client: pg.Client;
  readonly #nameOf: typeof statementName | undefined;
  #sent: Batch | null = null;
  #corked: Batch | null = null;
  /** When the batch was sent, or its last response arrived. */
  #since = 0;

  constructor(client: pg.Client, nameOf: typeof statementName | undefined) {
    this.client = client;
    this.#nameOf = nameOf;
  }

  async send(statement: Prisma.Sql, onTaken?: (ms: number) => void): Promise<pg.QueryResult> {
    this.#corked ??= this.#cork();
    const batch = this.#corked;
    batch.left += 1;
    try {
      return await sendTo(this.client, statement, this.#nameOf);
    } finally {
      const now = performance.now();
      onTaken?.(now - this.#since);
      this.#since = now;
      batch.left -= 1;
      if (batch.left === 0 && batch === this.#sent) this.#next();
    }
  }

  #cork(): Batch {
    this.client.connection.stream.cork();
    // Runs after all input received so far has been handled.
    if (!this.#sent) setImmediate(this.#uncork);
    return { left: 0 };
  }

  #next(): void {
    this.#sent = null;
    if (this.#corked) setImmediate(this.#uncork);
  }

  readonly #uncork = () => {
    this.#sent = this.#corked;
    this.#corked = null;
    this.#since = performance.now();
    this.client.connection.stream.uncork();
    // Every statement of the batch failed before it was sent.
    if (this.#sent?.left === 0) this.#next();
  };
}
