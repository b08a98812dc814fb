import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';
import { PrismaClient } from './generated/client.ts';
import { statementName } from './statement-names.ts';
import { rowTypes, StatementPool } from './statement-pool.ts';

declare const opaque: unique symbol;

/** The database of a process. Opaque: what can be done with it are the functions of this folder. */
export interface Database {
  readonly [opaque]: true;
  /** Resolves when PostgreSQL answers. @throws when it does not, within 3 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface Clients {
  /** Connections on which PostgreSQL itself refuses to write. */
  reading: StatementPool;
  writing: StatementPool;
  /**
   * For transactions around other work, which may want a connection of `writing` before they end: were they
   * on the same ones, enough of them at once would all wait for each other.
   */
  around: StatementPool;
  /** The typed client, on the connections of `reading`. */
  typed: PrismaClient;
}

const clientsOf = new WeakMap<Database, Clients>();

/** node-postgres waits for ever unless told otherwise; these bound each way a connection can hang. */
const timeouts = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 10_000,
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
};

function connect(config: Config, log: Logger, size: number, settings: string[]): pg.Pool {
  const role = config.DATABASE_ROLE === '' ? [] : [`-c role=${config.DATABASE_ROLE}`];
  const pool = new pg.Pool({
    connectionString: config.DATABASE_URL,
    max: size,
    application_name: 'workforce',
    options: ['-c TimeZone=UTC', ...role, ...settings].join(' '),
    types: rowTypes,
    ...timeouts,
  });
  pool.on('error', (error) => log.warn({ error: error.message }, 'A database connection was lost'));
  return pool;
}

/** Opens the pools of a process. Nothing is connected until the first statement. */
export function openDatabase(config: Config, log: Logger): Database {
  const half = Math.max(1, Math.ceil(config.DATABASE_POOL_SIZE / 2));
  const reading = connect(config, log, half, ['-c default_transaction_read_only=on']);
  const writing = connect(config, log, half, []);
  const around = connect(config, log, Math.ceil(half / 2), []);
  const adapter = new PrismaPg(reading, { statementNameGenerator: ({ sql }) => statementName(sql) });
  const typed = new PrismaClient({ adapter, errorFormat: 'minimal' });
  const clients: Clients = {
    reading: new StatementPool(reading),
    writing: new StatementPool(writing),
    around: new StatementPool(around),
    typed,
  };
  const database = {
    ping: async () => {
      await reading.query('select 1');
    },
    close: async () => {
      await typed.$disconnect();
      await Promise.all([reading.end(), writing.end(), around.end()]);
    },
  } as unknown as Database;
  clientsOf.set(database, clients);
  return database;
}

/** The clients behind a database, for the doors in this folder alone. */
export function clients(database: Database): Clients {
  const found = clientsOf.get(database);
  if (!found) throw new Error('Not a database that openDatabase made');
  return found;
}
