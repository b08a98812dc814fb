import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { readArguments } from '@wfp/shared/arguments';
import pg from 'pg';
import { deployMigrations } from '../prisma/migrate.ts';
import { projectFolders } from '../prisma/migration-files.ts';
import { withThrowawayPostgres } from './services/postgres.ts';

// Records the SQL statements of a release: `npm run record-statements`, once per release. During the rollout of the next
// release, pods of the recorded one execute them on the new schema; a test prepares all of them on that schema.

const root = path.dirname(import.meta.dirname);
const recorder = pathToFileURL(path.join(root, 'scripts/testing/record-statements.ts')).href;
const file = path.join(root, 'tests/tooling/upgrades/released-statements.json.br');

/** The statements of a release, with what they require of the schema. */
export interface Release {
  /** Its last migration. */
  migration: string;
  statements: string[];
  /** The columns that every INSERT must set, by table. */
  required: Record<string, string[]>;
}

export async function lastRelease(): Promise<Release> {
  return JSON.parse(brotliDecompressSync(await readFile(file)).toString()) as Release;
}

/** The columns that every INSERT must set, by table: not null and without a default. */
export async function requiredColumns(client: Pick<pg.Client, 'query'>): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '_prisma_migrations'
      and a.attnotnull and not a.atthasdef and a.attidentity = '' group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

/** The statements that PostgreSQL cannot prepare on the schema of a database, with its error messages. */
export async function notUnderstood(
  client: Pick<pg.Client, 'query'>,
  statements: readonly string[],
): Promise<{ statement: string; message: string }[]> {
  const refused: { statement: string; message: string }[] = [];
  for (const statement of statements) {
    try {
      await client.query(`prepare released as ${statement}`);
      await client.query('deallocate released');
    } catch (error) {
      refused.push({ statement, message: (error as Error).message });
    }
  }
  return refused;
}

/** Operators' checks generate some statements from the catalogue, which depend on the schema at that time. */
const isFromCatalogue = (text: string) => /pg_sequence_last_value|min\(left\(b\.whole/.test(text);

const isAboutRows = (text: string) =>
  /^\s*(?:\/\*.*?\*\/\s*)*\(*(?:select|with|insert|update|delete|merge)\b/is.test(text);

/** A statement as one line, without comments. */
const tidied = (text: string) => text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();

/** Tests that exercise every endpoint, lane and projection. */
const tests = ['packages/areas', 'packages/shared/src/events', 'apps', 'tests/generated/responses'];

async function recorded(filters: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workforce-statements-'));
  try {
    const child = spawn(path.join(root, 'node_modules/.bin/vitest'), ['run', ...filters], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, RECORD_STATEMENTS: folder, NODE_OPTIONS: `--import ${recorder}` },
    });
    await new Promise((resolve) => child.once('close', resolve));
    const texts = await Promise.all(
      (await readdir(folder)).map(async (name) =>
        (await readFile(path.join(folder, name), 'utf8')).trim().split('\n'),
      ),
    );
    const all = texts
      .flat()
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string);
    return [...new Set(all.filter((text) => isAboutRows(text) && !isFromCatalogue(text)).map(tidied))].sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function record(filters: readonly string[]): Promise<void> {
  const sent = await recorded(filters);
  const names = await readdir(projectFolders.migrationsDir);
  const migration =
    names
      .filter((name) => /^\d/.test(name))
      .sort()
      .at(-1) ?? '';
  const release = await withThrowawayPostgres(async (url): Promise<Release> => {
    await deployMigrations(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      // Statements that fail even on the schema of this release use a table that a test created.
      const strange = new Set((await notUnderstood(client, sent)).map(({ statement }) => statement));
      const statements = sent.filter((statement) => !strange.has(statement));
      return { migration, statements, required: await requiredColumns(client) };
    } finally {
      await client.end();
    }
  });
  await writeFile(file, brotliCompressSync(JSON.stringify(release)));
  console.log(`recorded ${release.statements.length} statements for the schema of ${migration}`);
}

if (import.meta.main) {
  const { positionals } = readArguments({
    usage: `Usage: npm run record-statements -- [<path…>]
Runs tests and records their SQL statements as those of this release: all tests that exercise statements, or those whose path
contains one of the arguments.`,
    allowPositionals: true,
  });
  await record(positionals.length > 0 ? positionals : tests);
}
