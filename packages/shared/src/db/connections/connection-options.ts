import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { byIndexesSettings } from '../statements/plans.ts';
import { rowTypes } from './statement-pool.ts';

/** The use of a connection: lists (`read`), reads by key (`key`) or writes (`write`). */
export type ConnectionUse = 'read' | 'key' | 'write';

/**
 * By default node-postgres waits forever; these limits cover every way a connection can hang. `query_timeout` is longer
 * than `statement_timeout`: if PostgreSQL cancels a statement, it is certain that nothing was written.
 */
const timeoutsOf = (config: Config) => ({
  connectionTimeoutMillis: config.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
  query_timeout: 12_000,
  keepAlive: true,
});

/** Maximum wait for a connection that other statements use. */
export const maxWaitForConnectionMs = 3_000;

/** Maximum wait of a write for the locks of rows and organizations. */
export const lockTimeoutMs = 5_000;

/**
 * Maximum wait for the lock of a row with a connection, after which the write is retried: organizations with locked rows
 * would otherwise occupy the pool together. Longer than the second after which PostgreSQL looks for deadlocks.
 */
export const rowLockMs = 1_500;

const commonSettings = {
  TimeZone: 'UTC',
  statement_timeout: '10000',
  lock_timeout: String(lockTimeoutMs),
  idle_in_transaction_session_timeout: '15000',
};

const readOnly = { default_transaction_read_only: 'on' };

/** Required settings of a connection; times in milliseconds. */
const settingsOf: Record<ConnectionUse, Record<string, string>> = {
  // No parallel workers: one list must not use several cores.
  read: {
    ...commonSettings,
    ...readOnly,
    plan_cache_mode: 'force_custom_plan',
    max_parallel_workers_per_gather: '0',
  },
  // Planned once, as planning costs more than running them. The plan stays until the table is analyzed, so it must not
  // scan or sort the table because it has few rows now. It may still find them by a less selective index.
  // A statement that takes longer is repeated elsewhere: see `OrganizationReads`.
  key: { ...commonSettings, ...readOnly, statement_timeout: '3000', ...byIndexesSettings },
  write: { ...commonSettings, lock_timeout: String(rowLockMs) },
};

/** Suffix of the database name, for a pooler in transaction mode. */
const suffixes: Record<ConnectionUse, string> = { read: '_read', key: '_key', write: '' };

/**
 * Options for a connection of a pool: direct, or through a pooler in transaction mode. Such a pooler cannot pass
 * session settings, so it has one database name for each use, whose connections it configures with {@link
 * connectQuery}; see {@link assertSettings}.
 */
export function poolOptions(config: Config, use: ConnectionUse, url = config.DATABASE_URL): pg.ClientConfig {
  if (config.DATABASE_POOLER === 'none') return sessionOptions(config, settingsOf[use], url);
  const pooled = new URL(url);
  pooled.pathname += suffixes[use];
  return {
    connectionString: pooled.href,
    application_name: 'workforce',
    types: rowTypes,
    ...timeoutsOf(config),
  };
}

/**
 * Options for a connection of a pool for long transactions, which bypasses any pooler: they would occupy its connections,
 * for which the requests of all organizations wait.
 */
export const directOptions = (config: Config, use: ConnectionUse): pg.ClientConfig =>
  sessionOptions(config, settingsOf[use]);

/** Options for a connection that keeps its session; bypasses any pooler. */
export function sessionOptions(
  config: Config,
  settings: Record<string, string>,
  url = config.DATABASE_DIRECT_URL || config.DATABASE_URL,
): pg.ClientConfig {
  const role = config.DATABASE_ROLE === '' ? {} : { role: config.DATABASE_ROLE };
  return {
    connectionString: url,
    application_name: 'workforce',
    options: Object.entries({ ...commonSettings, ...role, ...settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: rowTypes,
    ...timeoutsOf(config),
  };
}

/** The `connect_query` that a pooler must run on its connections to PostgreSQL. */
export function connectQuery(config: Pick<Config, 'DATABASE_ROLE'>, use: ConnectionUse): string {
  const role = config.DATABASE_ROLE === '' ? [] : [`set role ${config.DATABASE_ROLE}`];
  const settings = Object.entries(settingsOf[use]).map(([name, value]) => `set ${name} = ${value}`);
  return [...role, ...settings].join('; ');
}

/**
 * Checks that a connection of a pooler has the required settings. Without `DATABASE_ROLE`, for example, a session could
 * change events.
 *
 * @throws Error naming the missing setting and the required `connect_query`
 */
export async function assertSettings(
  client: pg.ClientBase,
  config: Config,
  use: ConnectionUse,
): Promise<void> {
  const required = {
    ...settingsOf[use],
    ...(config.DATABASE_ROLE === '' ? {} : { role: config.DATABASE_ROLE }),
  };
  const names = Object.keys(required);
  const { rows } = await client.query(
    `select name, setting as value from pg_settings where name = any($1)
     union all select 'role', current_setting('role')`,
    [names],
  );
  const actual = new Map(rows.map(({ name, value }) => [name, value]));
  const wrong = Object.entries(required).find(([name, value]) => actual.get(name) !== value);
  if (!wrong) return;
  throw new Error(
    `The pooler's connections for the use "${use}" have ${wrong[0]} = ${actual.get(wrong[0])}, not ${wrong[1]}. ` +
      `Its database needs connect_query='${connectQuery(config, use)}'`,
  );
}
