import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { rowTypes } from './statement-pool.ts';

/** What a connection is for: `read`s of lists, reads by `key`, or to `write`. */
export type ConnectionUse = 'read' | 'key' | 'write';

/** node-postgres waits for ever unless told otherwise; these bound each way a connection can hang. */
const timeouts = { connectionTimeoutMillis: 3_000, query_timeout: 10_000, keepAlive: true };

const commonSettings = {
  TimeZone: 'UTC',
  statement_timeout: '10000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
};

const readOnly = { default_transaction_read_only: 'on' };

/** What PostgreSQL must have set on a connection; times in milliseconds. */
const settingsOf: Record<ConnectionUse, Record<string, string>> = {
  read: { ...commonSettings, ...readOnly, plan_cache_mode: 'force_custom_plan' },
  // Rows by key are found in one way, and planning costs more than finding them.
  key: { ...commonSettings, ...readOnly, plan_cache_mode: 'force_generic_plan' },
  write: commonSettings,
};

/** What is added to the name of the database for a pooler that shares connections out by transaction. */
const suffixes: Record<ConnectionUse, string> = { read: '_read', key: '_key', write: '' };

/**
 * How a connection of a pool is opened. Directly, or through a pooler that gives each transaction any of its own
 * connections: then nothing can be set on one, and the pooler has a database of its own name for each use, whose
 * connections are set up as they must be ({@link assertSettings}).
 */
export function poolOptions(config: Config, use: ConnectionUse, url = config.DATABASE_URL): pg.ClientConfig {
  if (config.DATABASE_POOLER === 'none') return sessionOptions(config, settingsOf[use], url);
  const pooled = new URL(url);
  pooled.pathname += suffixes[use];
  return { connectionString: pooled.href, application_name: 'workforce', types: rowTypes, ...timeouts };
}

/** How a connection is opened that keeps its session: past any pooler. */
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
    ...timeouts,
  };
}

/** What a pooler has to run on each of its connections to PostgreSQL, as its `connect_query`. */
export function connectQuery(config: Pick<Config, 'DATABASE_ROLE'>, use: ConnectionUse): string {
  const role = config.DATABASE_ROLE === '' ? [] : [`set role ${config.DATABASE_ROLE}`];
  const settings = Object.entries(settingsOf[use]).map(([name, value]) => `set ${name} = ${value}`);
  return [...role, ...settings].join('; ');
}

/**
 * Looks whether what a pooler gives is set up as it must be: without its role, a connection could change events.
 *
 * @throws Error that says which setting is missing, and the `connect_query` that sets them all
 */
export async function assertSettings(
  client: pg.ClientBase,
  config: Config,
  use: ConnectionUse,
): Promise<void> {
  const wanted = {
    ...settingsOf[use],
    ...(config.DATABASE_ROLE === '' ? {} : { role: config.DATABASE_ROLE }),
  };
  const names = Object.keys(wanted);
  const { rows } = await client.query(
    `select name, setting as value from pg_settings where name = any($1)
     union all select 'role', current_setting('role')`,
    [names],
  );
  const actual = new Map(rows.map(({ name, value }) => [name, value]));
  const wrong = Object.entries(wanted).find(([name, value]) => actual.get(name) !== value);
  if (!wrong) return;
  throw new Error(
    `The pooler's connections for the use "${use}" have ${wrong[0]} = ${actual.get(wrong[0])}, not ${wrong[1]}. ` +
      `Its database needs connect_query='${connectQuery(config, use)}'`,
  );
}
