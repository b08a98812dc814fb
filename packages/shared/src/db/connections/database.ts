import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log/logger.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { Prisma } from '../generated/client.ts';
import {
  readStatementName,
  repeatedStatementName,
  statementName,
  unnamed,
} from '../statements/statement-names.ts';
import {
  assertSettings,
  type ConnectionUse,
  directOptions,
  maxWaitForConnectionMs,
  poolOptions,
} from './connection-options.ts';
import { measureConnections } from './database-metrics.ts';
import { OrganizationReads } from './keyed/organization-reads.ts';
import { ReadTimes } from './keyed/read-times.ts';
import { SharedConnections } from './keyed/shared-connections.ts';
import { MeasuredPool } from './measured-pool.ts';
import { Replica, type WritePositions } from './replica.ts';
import { StatementPool } from './statement-pool.ts';

declare const opaque: unique symbol;

/** The database of a process. Opaque: use the functions in `src/db`. */
export interface Database {
  readonly [opaque]: true;
  /** @throws if PostgreSQL does not accept a connection in time, or does not respond within 12 s */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface DatabasePools {
  /** Read-only connections, enforced by PostgreSQL. */
  reading: StatementPool;
  /** Read-only connections for reads by key, shared by many concurrent requests. */
  keyed: SharedConnections;
  readTimes: ReadTimes;
  writing: StatementPool;
  /** For transactions that take minutes. The leases of the jobs that run them are renewed on `writing`. */
  long: StatementPool;
  /** For snapshots that are read for minutes, so that other reads do not wait for them. */
  snapshots: StatementPool;
  /** Null if no replica is configured. */
  replica: StatementPool | null;
}

const poolsByDatabase = new WeakMap<Database, DatabasePools>();

/**
 * Splits the connections of a process. Writes get most of them: commits that wait for the disk at the same time are
 * flushed together.
 */
function splitPool(size: number): { keyed: number; reading: number; writing: number } {
  const keyed = Math.max(1, Math.floor(size / 8));
  const reading = Math.ceil(size * 0.3);
  return { keyed, reading, writing: Math.max(1, size - keyed - reading) };
}

/** The number of imports that can run concurrently in a process: those of the slots of their lanes. */
const maxLongTransactions = 5;
/** The number of exports that can run concurrently in a process. */
const maxSnapshots = 3;

/** Creates the connection pools of a process. Connects with the first statement. */
export function openDatabase(config: Config, log: Logger, metrics = new Metrics()): Database {
  const sizes = splitPool(config.DATABASE_POOL_SIZE);
  const onLost = (error: Error) => log.warn({ error: error.message }, 'Database connection lost');
  const isPooled = config.DATABASE_POOLER === 'transaction';
  const pool = (max: number, options: pg.PoolConfig) => {
    const made = new MeasuredPool({ ...options, max, idleTimeoutMillis: 60_000 }, maxWaitForConnectionMs);
    // The pool handles errors of idle connections only. Losing a connection between two statements of a transaction
    // would otherwise end the process; with this listener the next statement fails.
    made.on('connect', (client) => client.on('error', () => undefined));
    return made.on('error', onLost);
  };
  const poolFor = (max: number, use: ConnectionUse, url = config.DATABASE_URL) =>
    pool(max, {
      ...poolOptions(config, use, url),
      ...(isPooled ? { verify: settingsVerifier(config, use) } : {}),
    });
  // A pooler gives each transaction another connection, on which a prepared statement may not exist.
  const [nameOf, nameOfList] = isPooled ? [unnamed, unnamed] : [statementName, readStatementName];
  const reading = poolFor(sizes.reading, 'read');
  const keyed = new SharedConnections(poolOptions(config, 'key'), sizes.keyed, {
    onLost,
    nameOf,
    ...(isPooled ? { check: (client: pg.Client) => assertSettings(client, config, 'key') } : {}),
  });
  const writing = poolFor(sizes.writing, 'write');
  const long = pool(maxLongTransactions, directOptions(config, 'write'));
  const snapshots = pool(maxSnapshots, directOptions(config, 'read'));
  const replica = config.DATABASE_REPLICA_URL
    ? poolFor(sizes.reading, 'read', config.DATABASE_REPLICA_URL)
    : null;
  const pools = { reading, writing, long, snapshots, ...(replica ? { replica } : {}) };
  measureConnections(metrics, { pools, keyed });
  const clients: DatabasePools = {
    reading: new StatementPool(reading, nameOf, nameOfList),
    keyed,
    readTimes: new ReadTimes(),
    writing: new StatementPool(writing, nameOf),
    long: new StatementPool(long, repeatedStatementName),
    snapshots: new StatementPool(snapshots, statementName, readStatementName),
    replica: replica && new StatementPool(replica, nameOf, nameOfList),
  };
  const database = {
    ping: async () => {
      // In a pool, the statement would wait behind the requests of a busy process.
      await keyed.rows(Prisma.sql`select 1`);
    },
    close: async () => {
      await Promise.all([keyed.close(), ...Object.values(pools).map((one) => one.end())]);
    },
  } as unknown as Database;
  poolsByDatabase.set(database, clients);
  return database;
}

/** Returns the `verify` function of a pool, which rejects connections with wrong settings. */
function settingsVerifier(config: Config, use: ConnectionUse) {
  return (client: pg.PoolClient, done: (error?: Error) => void) => {
    assertSettings(client, config, use).then(() => done(), done);
  };
}

export function openReplica(database: Database, writePositions: WritePositions, log: Logger): Replica | null {
  const { replica, reading } = poolsOf(database);
  return replica && new Replica({ replica, primary: reading }, writePositions, log);
}

/** The pools of a process, as its work for one organization uses them: of each pool, a share. */
class OrganizationPools {
  readonly #pools: DatabasePools;
  readonly #org_id: number;

  constructor(pools: DatabasePools, org_id: number) {
    this.#pools = pools;
    this.#org_id = org_id;
  }

  /** Not divided: reads by key neither wait for locks nor take long. Those that do use a share of `reading`. */
  get keyed(): OrganizationReads {
    const { keyed, readTimes } = this.#pools;
    return new OrganizationReads(keyed, readTimes, this.#org_id, () => this.reading);
  }

  get reading(): StatementPool {
    return this.#pools.reading.forOrganization(this.#org_id);
  }

  get writing(): StatementPool {
    return this.#pools.writing.forOrganization(this.#org_id);
  }

  get long(): StatementPool {
    return this.#pools.long.forOrganization(this.#org_id);
  }

  get snapshots(): StatementPool {
    return this.#pools.snapshots.forOrganization(this.#org_id);
  }
}

/** The pools for the work of a caller's organization. */
export function poolsFor(caller: { platform: { database: Database }; org_id: number }): OrganizationPools {
  return new OrganizationPools(poolsOf(caller.platform.database), caller.org_id);
}

/**
 * The pools behind a database, only for the functions in `src/db`, and only for work of no single organization: see
 * {@link poolsFor}.
 */
export function poolsOf(database: Database): DatabasePools {
  const found = poolsByDatabase.get(database);
  if (!found) throw new Error('Not a database created by openDatabase');
  return found;
}
