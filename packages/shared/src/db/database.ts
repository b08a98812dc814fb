import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';
import { Metrics } from '../metrics/metrics.ts';
import { measureConnections } from './database-metrics.ts';
import { Prisma, PrismaClient } from './generated/client.ts';
import { MeasuredPool } from './measured-pool.ts';
import { SharedConnections } from './shared-connections.ts';
import { nameOfRead, statementName } from './statement-names.ts';
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
  /** The same for reads by key, which many requests send at once over few connections. */
  keyed: SharedConnections;
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
  keepAlive: true,
};

/** How every connection of a process is opened; `settings` are for PostgreSQL, as `-c name=value`. */
export function connectionOptions(config: Config, settings: string[]): pg.ClientConfig {
  const role = config.DATABASE_ROLE === '' ? [] : [`-c role=${config.DATABASE_ROLE}`];
  return {
    connectionString: config.DATABASE_URL,
    application_name: 'workforce',
    options: ['-c TimeZone=UTC', ...role, ...settings].join(' '),
    types: rowTypes,
    ...timeouts,
  };
}

/**
 * How the connections of a process are shared out. Writes get most: those that wait for the disk at the same time
 * wait together. With many more than the server has cores, each finds what it needs in no cache.
 */
function shares(size: number): { keyed: number; reading: number; writing: number; around: number } {
  const keyed = Math.max(1, Math.floor(size / 8));
  const reading = Math.ceil(size * 0.3);
  return { keyed, reading, writing: Math.max(1, size - keyed - reading), around: Math.ceil(size / 4) };
}

/** Opens the connections of a process. Nothing is connected until the first statement. */
export function openDatabase(config: Config, log: Logger, metrics = new Metrics()): Database {
  const share = shares(config.DATABASE_POOL_SIZE);
  const onLost = (error: Error) => log.warn({ error: error.message }, 'A database connection was lost');
  const pool = (max: number, settings: string[]) => {
    const made = new MeasuredPool({ ...connectionOptions(config, settings), max, idleTimeoutMillis: 60_000 });
    // The pool listens to idle connections alone. One that is lost between two statements of a transaction would
    // end the process; here the next statement fails.
    made.on('connect', (client) => client.on('error', () => undefined));
    return made.on('error', onLost);
  };
  const readOnly = ['-c default_transaction_read_only=on'];
  const reading = pool(share.reading, [...readOnly, '-c plan_cache_mode=force_custom_plan']);
  // Rows by key are found in one way, and planning costs more than finding them.
  const byKey = [...readOnly, '-c plan_cache_mode=force_generic_plan'];
  const keyed = new SharedConnections(connectionOptions(config, byKey), share.keyed, onLost);
  const writing = pool(share.writing, []);
  const around = pool(share.around, []);
  measureConnections(metrics, { pools: { reading, writing, around }, keyed });
  const adapter = new PrismaPg(reading, { statementNameGenerator: ({ sql }) => statementName(sql) });
  const typed = new PrismaClient({ adapter, errorFormat: 'minimal' });
  const clients: Clients = {
    reading: new StatementPool(reading, nameOfRead),
    keyed,
    writing: new StatementPool(writing),
    around: new StatementPool(around),
    typed,
  };
  const database = {
    ping: async () => {
      // Not over a pool, in which a busy process would wait behind its own requests.
      await keyed.rows(Prisma.sql`select 1`);
    },
    close: async () => {
      await typed.$disconnect();
      await Promise.all([reading.end(), keyed.close(), writing.end(), around.end()]);
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
