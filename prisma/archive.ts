import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { lockCall } from '@wfp/shared/advisory-locks';
import { exitWithUsage, readArguments } from '@wfp/shared/arguments';
import pg from 'pg';
import { detach, dropDetached, rejectUnfinishedWork } from './archive/detach.ts';
import { monthsUntil } from './archive/partitions.ts';
import { rejectRetained } from './archive/retention.ts';
import { writeFiles } from './archive/write-files.ts';

/** Events and audit log of the last year always stay in the database. */
const keptMonths = 12;

interface ArchiveOptions {
  databaseUrl: string;
  /** Archives months that end at or before this time. */
  before: Date;
  /** Parent folder of the folders of months. */
  to: string;
  log: (line: string) => void;
}

/**
 * Moves old months of events and audit log into files, oldest first: writes the files, detaches the partitions in one
 * transaction, then drops them. Can be interrupted at any point and run again. After an interruption between writing and
 * detaching, the folder must be removed first.
 *
 * @returns the folders written
 */
export async function archive({ databaseUrl, before, to, log }: ArchiveOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await acquireArchiveLock(client);
    await rejectRetained(client, before);
    const folders: string[] = [];
    for (const name of await dropDetached(client)) log(`dropped ${name}, left by an earlier run`);
    for (const end of await monthsUntil(client, before)) {
      await rejectUnfinishedWork(client, end);
      const folder = path.join(to, `before-${end.toISOString().slice(0, 10)}`);
      if (existsSync(folder)) {
        throw new Error(
          `${folder} already exists, but its rows are still in the database; remove the folder and run again`,
        );
      }
      const manifest = await writeFiles(client, end, folder);
      for (const { table, rows } of manifest.tables) log(`${folder}: ${rows} rows of ${table}`);
      const rows = Object.fromEntries(manifest.tables.map((one) => [one.table, one.rows]));
      await detachWithRetry(client, end, rows);
      for (const name of await dropDetached(client)) log(`dropped ${name}`);
      folders.push(folder);
    }
    return folders;
  } finally {
    await client.end();
  }
}

/** Two runs would write into each other's files. The advisory lock belongs to the session and ends with it. */
async function acquireArchiveLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select ${lockCall('tryLock', 'archive')} as is_alone`);
  if (!rows[0].is_alone) throw new Error('Another process is archiving this database');
}

const tries = 10;
const pauseMs = 3_000;
/** Lock not available, statement timeout, deadlock. */
const retryableStates: readonly unknown[] = ['55P03', '57014', '40P01'];

/** While a table is locked by a long read, each attempt blocks writers for at most one second, with pauses in between. */
async function detachWithRetry(...[client, before, rows]: Parameters<typeof detach>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await detach(client, before, rows);
    } catch (error) {
      if (attempt === tries || !retryableStates.includes((error as { code?: string }).code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

const usage = `Usage: npm run archive -- --before <yyyy-mm> --to <folder>
Moves months of events and audit log into files, with DATABASE_URL of the owner of the tables.
  --before <yyyy-mm>   archive the months before this one
  --to <folder>        parent folder of the folders of months`;

/** Parses `--before`. @throws Error if it is not a month, or is in the last year */
export function momentOf(month: string | undefined, now = new Date()): Date {
  if (!month || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new Error('--before must be a month, such as 2025-01');
  const before = new Date(`${month}-01T00:00:00Z`);
  const latest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths));
  if (before > latest) {
    throw new Error(
      `The last ${keptMonths} months cannot be archived: --before must be ${latest.toISOString().slice(0, 7)} or earlier`,
    );
  }
  return before;
}

function parseBefore(month: string | undefined): Date {
  try {
    return momentOf(month);
  } catch (error) {
    return exitWithUsage(usage, (error as Error).message);
  }
}

if (import.meta.main) {
  const { values } = readArguments({
    usage,
    options: { before: { type: 'string' }, to: { type: 'string' } },
  });
  const databaseUrl = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  const run = async () => {
    const before = parseBefore(values.before);
    if (!values.to) exitWithUsage(usage, '--to is missing');
    if (existsSync(values.to) && !statSync(values.to).isDirectory())
      exitWithUsage(usage, '--to must be a folder');
    if (!databaseUrl) throw new Error('DATABASE_URL is missing');
    const log = (line: string) => console.log(`archive: ${line}`);
    const folders = await archive({ databaseUrl, before, to: values.to, log });
    if (folders.length === 0) log('no month to archive');
  };
  run().catch((error: Error) => {
    console.error(`archive: ${error.message}`);
    process.exitCode = 1;
  });
}
