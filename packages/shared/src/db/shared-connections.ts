import pg from 'pg';
import type { Prisma } from './generated/client.ts';
import { type StatementRunner, sendTo } from './statement-pool.ts';

interface Shared {
  /** Null until it is needed, and again once it broke. */
  connected: Promise<pg.Client> | null;
  /** Statements that are not answered yet. */
  waiting: number;
}

/**
 * A few connections that all callers share for short statements. Statements go out without waiting for the
 * answers to those before, and all of one turn of the event loop together: a system call and a wakeup of
 * PostgreSQL for each costs more than reading a row by its key. Each still fails or succeeds by itself. A
 * statement that takes long holds up those behind it, so only reads by key belong here.
 */
export class SharedConnections implements Pick<StatementRunner, 'rows'> {
  readonly #options: pg.ClientConfig;
  readonly #onLost: (error: Error) => void;
  readonly #all: Shared[];
  #isClosed = false;

  constructor(options: pg.ClientConfig, count: number, onLost: (error: Error) => void) {
    this.#options = { ...options, pipeline: true };
    this.#onLost = onLost;
    this.#all = Array.from({ length: count }, () => ({ connected: null, waiting: 0 }));
  }

  async rows<Row>(statement: Prisma.Sql): Promise<Row[]> {
    if (this.#isClosed) throw new Error('The connections are closed');
    const shared = this.#all.reduce((least, one) => (one.waiting < least.waiting ? one : least));
    shared.waiting += 1;
    try {
      shared.connected ??= this.#connect(shared);
      const client = await shared.connected;
      sendTogether(client);
      return (await sendTo(client, statement)).rows;
    } finally {
      shared.waiting -= 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#all.map(async ({ connected }) => (await connected)?.end()));
  }

  #connect(shared: Shared): Promise<pg.Client> {
    const client = new pg.Client(this.#options);
    const forget = () => {
      if (shared.connected === connected) shared.connected = null;
    };
    client.on('error', (error) => {
      forget();
      this.#onLost(error);
    });
    client.on('end', forget);
    const connected = client.connect().then(
      () => client,
      (error) => {
        forget();
        throw error;
      },
    );
    return connected;
  }
}

const holding = new WeakSet<pg.Client>();

/** Holds back what is written to a connection until everything that has arrived by now was looked at. */
function sendTogether(client: pg.Client): void {
  if (holding.has(client)) return;
  const { stream } = client.connection;
  holding.add(client);
  stream.cork();
  setImmediate(() => {
    holding.delete(client);
    stream.uncork();
  });
}
