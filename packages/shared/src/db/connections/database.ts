import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log/logger.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { Prisma } from '../generated/client.ts';
import { readStatementName, statementName, unnamed } from '../statements/statement-names.ts';
import { assertSettings, type ConnectionUse, poolOptions } from './connection-options.ts';
import { measureConnections } from './database-metrics.ts';
import { MeasuredPool } from './measured-pool.ts';
import { Replica, type WritePositions } from './replica.ts';
import { SharedConnections } from './shared-connections.ts';
import { StatementPool } from './statement-pool.ts';

declare const opaque: unique symbol;

/** The database of a process. Opaque: what can be done with it are the functions of this folder. */
export interface Database {
  readonly [opaque]: true;
  /** Resolves when PostgreSQL answers. @throws when it does not, within 3 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface DatabasePools {
  /** Connections on which PostgreSQL itself refuses to write. */
  reading: StatementPool;
  /** The same for reads by key, which many requests send at once over few connections. */
  keyed: SharedConnections;
  writing: StatementPool;
  /** For transactions of jobs that last minutes, whose leases are renewed on `writing`. */
  long: StatementPool;
  /** Of a copy of the database, where there is one. */
  replica: StatementPool | null;
}

const poolsByDatabase = new WeakMap<Database, DatabasePools>();

/**
 * How the connections of a process are shared out. Writes get most: those that wait for the disk at the same time
 * wait together. With many more than the server has cores, each finds what it needs in no cache.
 */
function splitPool(size: number): { keyed: number; reading: number; writing: number } {
  const keyed = Math.max(1, Math.floor(size / 8));
  const reading = Math.ceil(size * 0.3);
  return { keyed, reading, writing: Math.max(1, size - keyed - reading) };
}

/** Long transactions of a process at once: as many as its lane of imports runs. */
const maxLongTransactions = 2;

/** Opens the connections of a process. Nothing is connected until the first statement. */
export function openDatabase(config: Config, log: Logger, metrics = new Metrics()): Database {
  const share = splitPool(config.DATABASE_POOL_SIZE);
  const onLost = (error: Error) => log.warn({ error: error.message }, 'A database connection was lost');
  const isPooled = config.DATABASE_POOLER === 'transaction';
  const pool = (max: number, use: ConnectionUse, url = config.DATABASE_URL) => {
    const made = new MeasuredPool({
      ...poolOptions(config, use, url),
      max,
      idleTimeoutMillis: 60_000,
      ...(isPooled ? { verify: settingsVerifier(config, use) } : {}),
    });
    // The pool listens to idle connections alone. One that is lost between two statements of a transaction would
    // end the process; here the next statement fails.
    made.on('connect', (client) => client.on('error', () => undefined));
    return made.on('error', onLost);
  };
  // A statement that one transaction has prepared is not there in the next, which has another connection.
  const [nameOf, nameOfList] = isPooled ? [unnamed, unnamed] : [statementName, readStatementName];
  const reading = pool(share.reading, 'read');
  const keyed = new SharedConnections(poolOptions(config, 'key'), share.keyed, {
    onLost,
    nameOf,
    ...(isPooled ? { check: (client: pg.Client) => assertSettings(client, config, 'key') } : {}),
  });
  const writing = pool(share.writing, 'write');
  const long = pool(maxLongTransactions, 'write');
  const replica = config.DATABASE_REPLICA_URL
    ? pool(share.reading, 'read', config.DATABASE_REPLICA_URL)
    : null;
  const pools = { reading, writing, long, ...(replica ? { replica } : {}) };
  measureConnections(metrics, { pools, keyed });
  const clients: DatabasePools = {
    reading: new StatementPool(reading, nameOf, nameOfList),
    keyed,
    writing: new StatementPool(writing, nameOf),
    long: new StatementPool(long, nameOf),
    replica: replica && new StatementPool(replica, nameOf, nameOfList),
  };
  const database = {
    ping: async () => {
      // Not over a pool, in which a busy process would wait behind its own requests.
      await keyed.rows(Prisma.sql`select 1`);
    },
    close: async () => {
      await Promise.all([keyed.close(), ...Object.values(pools).map((one) => one.end())]);
    },
  } as unknown as Database;
  poolsByDatabase.set(database, clients);
  return database;
}

/** For `verify` of a pool: a connection that is not as it must be is not used. */
function settingsVerifier(config: Config, use: ConnectionUse) {
  return (client: pg.PoolClient, done: (error?: Error) => void) => {
    assertSettings(client, config, use).then(() => done(), done);
  };
}

/** The copy that a database has, or null. */
export function openReplica(database: Database, marks: WritePositions, log: Logger): Replica | null {
  const { replica, reading } = poolsOf(database);
  return replica && new Replica({ copy: replica, primary: reading }, marks, log);
}

/** The clients behind a database, for the doors in this folder alone. */
export function poolsOf(database: Database): DatabasePools {
  const found = poolsByDatabase.get(database);
  if (!found) throw new Error('Not a database that openDatabase made');
  return found;
}
