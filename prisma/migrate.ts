import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lockCall } from '@wfp/shared/advisory-locks';
import { exitWithUsage, readArguments } from '@wfp/shared/arguments';
import pg from 'pg';
import { type SchemaEngine, ScriptFailed, withSchemaEngine } from './migration-engine.ts';
import { type MigrationFolders, projectFolders, readMigrations, readSchema } from './migration-files.ts';
import { defaultLockRetry, type LockRetryOptions } from './run-script.ts';

type Log = (line: string) => void;

interface MigrateOptions {
  log?: Log;
  folders?: MigrationFolders;
  /** By default, a migration waits at most two seconds for a lock, and is retried for about three minutes. */
  lockRetry?: Omit<LockRetryOptions, 'log'>;
}

// The engine requires a schema even for commands that do not read it.
const anySchema: [string, string][] = [['schema.prisma', 'datasource db { provider = "postgresql" }']];

const noFilter = { externalTables: [], externalEnums: [] };

/**
 * Applies missing migrations, each in one transaction unless its first line is `-- outside a transaction`, and records
 * them as `prisma migrate deploy` does. Then analyzes the database, unless no migration was missing. Concurrent runs wait
 * for each other.
 *
 * @returns the names of the migrations applied
 */
export async function deployMigrations(
  databaseUrl: string,
  { log = () => undefined, folders = projectFolders, lockRetry = defaultLockRetry }: MigrateOptions = {},
): Promise<string[]> {
  const migrationsList = await readMigrations(folders.migrationsDir);
  const applied = await withDeployLock(databaseUrl, log, () =>
    withSchemaEngine(
      databaseUrl,
      anySchema,
      async (engine) => {
        await reportHistory(engine, migrationsList, log);
        const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilter });
        for (const name of appliedMigrationNames) log(`applied ${name}`);
        if (appliedMigrationNames.length === 0) log('the database is up to date');
        return appliedMigrationNames;
      },
      { ...lockRetry, log },
    ).catch(explainFailure),
  );
  if (applied.length > 0) await analyzeDatabase(databaseUrl);
  return applied;
}

/**
 * Updates the planner's statistics of all tables. PostgreSQL does so itself, but only minutes later, and has no
 * statistics of new columns and tables until then.
 */
export async function analyzeDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('analyze').finally(() => client.end());
}

type MigrationsList = Awaited<ReturnType<typeof readMigrations>>;

async function reportHistory(engine: SchemaEngine, migrationsList: MigrationsList, log: Log): Promise<void> {
  const { editedMigrationNames, failedMigrationNames, history } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: noFilter,
  });
  const [failed] = failedMigrationNames;
  if (failed) throw new Error(`Migration ${failed} failed in an earlier run.\n${recoveryHint(failed)}`);
  for (const name of editedMigrationNames) log(`warning: ${name} was edited after it was applied`);
  if (history?.diagnostic === 'databaseIsBehind') {
    log(`${history.unappliedMigrationNames.length} to apply: ${history.unappliedMigrationNames.join(', ')}`);
  }
}

function explainFailure(error: unknown): never {
  if (!(error instanceof ScriptFailed)) throw error;
  const [, name = '<name>'] = /migration_name="([^"]+)"/.exec(String(error.cause)) ?? [];
  throw new Error(
    `Migration ${name} failed and was rolled back, unless it runs outside a transaction:\n${error.message}\n${recoveryHint(name)}`,
    { cause: error },
  );
}

function recoveryHint(name: string): string {
  return `Fix it, run \`node prisma/migrate.ts rolled-back ${name}\`, then deploy again.`;
}

// Takes a lock in addition to the engine's, which times out after ten seconds: an instance that starts during a long
// migration must wait until it has finished.
async function withDeployLock<Result>(
  databaseUrl: string,
  log: Log,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(`select ${lockCall('tryLock', 'migrations')} as locked`);
    if (!rows[0].locked) {
      log('waiting for another process that migrates this database');
      await client.query(`select ${lockCall('lock', 'migrations')}`);
    }
    return await work();
  } finally {
    await client.end();
  }
}

/**
 * Compares a migrated database with the Prisma schema. Objects that the schema cannot express (partial and
 * expression indexes, CHECKs, functions, triggers, grants) are invisible to the engine on both sides and
 * are not drift: the migrations define them, and tests check their behaviour.
 *
 * @returns the SQL that the database lacks, or null if both agree
 */
export async function schemaDrift(
  databaseUrl: string,
  { folders = projectFolders }: MigrateOptions = {},
): Promise<string | null> {
  const files = await readSchema(folders.schemaDir);
  const datamodels = files.map((file): [string, string] => [file.path, file.content]);
  return withSchemaEngine(databaseUrl, datamodels, async (engine) => {
    const { stdout, exitCode } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: folders.schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: noFilter,
    });
    return exitCode === 0 ? null : (stdout ?? '');
  });
}

/**
 * Finds the difference between migrations and schema on a temporary database of the given
 * server.
 *
 * @returns the missing SQL, or null if migrations and schema agree
 */
export async function missingMigration(
  serverUrl: string,
  options: MigrateOptions = {},
): Promise<string | null> {
  const name = `shadow_${randomBytes(6).toString('hex')}`;
  const shadowUrl = new URL(serverUrl);
  shadowUrl.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    await deployMigrations(shadowUrl.href, { ...options, log: () => undefined });
    return await schemaDrift(shadowUrl.href, options);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

/**
 * Writes a migration with the difference between the existing migrations and the schema.
 *
 * @returns the path of its file, or null if there is no difference
 */
export async function createMigration(
  serverUrl: string,
  title: string,
  { folders = projectFolders }: MigrateOptions = {},
): Promise<string | null> {
  if (!/^[a-z0-9_]+$/.test(title)) throw new Error('The name must consist of a-z, 0-9 and _');
  const sql = await missingMigration(serverUrl, { folders });
  if (sql === null) return null;
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(folders.migrationsDir, `${stamp}_${title}`);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'migration.sql');
  await writeFile(file, sql);
  return file;
}

/** Marks a failed migration as rolled back, so that it can be applied again. */
async function markRolledBack(databaseUrl: string, migrationName: string): Promise<void> {
  await withSchemaEngine(databaseUrl, anySchema, (engine) =>
    engine.markMigrationRolledBack({ migrationName }),
  );
}

const usage = `Usage: node prisma/migrate.ts <command>
  deploy               apply missing migrations to the database of DATABASE_DIRECT_URL, or of DATABASE_URL if it is unset
  create <name>        write a migration with the difference between migrations and schema
  check                fail if migrations and schema differ
  rolled-back <name>   mark a failed migration as rolled back, so that deploy retries it
create and check need a PostgreSQL server: that of the same variables, or a temporary one if both are unset.`;

async function run([command, name]: string[], log: Log): Promise<void> {
  if (command === 'create' && name) {
    const file = await onSomeServer((url) => createMigration(url, name));
    return log(
      file ? `wrote ${path.relative(process.cwd(), file)}` : 'nothing to write: migrations and schema agree',
    );
  }
  if (command === 'check') {
    const sql = await onSomeServer((url) => missingMigration(url));
    if (sql !== null) throw new Error(`The schema is ahead of the migrations. Missing:\n\n${sql}`);
    return log('migrations and schema agree');
  }
  const databaseUrl = ownUrl();
  if (command === 'deploy' && databaseUrl) return void (await deployMigrations(databaseUrl, { log }));
  if (command === 'rolled-back' && name && databaseUrl) return markRolledBack(databaseUrl, name);
  const needsUrl = command === 'deploy' || (command === 'rolled-back' && name);
  if (needsUrl) throw new Error('DATABASE_URL is missing');
  exitWithUsage(usage, 'Unknown command, or a name is missing');
}

/** DATABASE_DIRECT_URL bypasses a pooler: session locks require a connection that belongs to one client. */
const ownUrl = () => process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;

async function onSomeServer<Result>(work: (serverUrl: string) => Promise<Result>): Promise<Result> {
  const given = ownUrl();
  if (given) return work(given);
  // Loaded lazily: a production image has no embedded server.
  const { withThrowawayPostgres } = await import('../scripts/services/postgres.ts');
  return withThrowawayPostgres(work);
}

if (import.meta.main) {
  const { positionals } = readArguments({ usage, allowPositionals: true });
  run(positionals, (line) => console.log(`migrate: ${line}`)).catch((error: Error) => {
    console.error(`migrate: ${error.message}`);
    process.exitCode = 1;
  });
}
