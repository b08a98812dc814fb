import { glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { saveWrittenEvents } from '@wfp/testing/written-events.ts';
import pg from 'pg';
import { unwrittenEvents } from '../../tests/contract/unwritten-events.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The tests that together write every declared event. */
const neededTestFiles = ['packages/areas/src/**/*.test.ts', 'tests/generated/**/*.test.ts'];

/** Saves the events of databases that are still open: test files share one until the run ends. */
export async function saveEventsOfOpenDatabases(
  serverUrl: string,
  template: string,
  folder: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client
    .query<{ datname: string }>(`select datname from pg_database where starts_with(datname, $1)`, [
      `${template}_`,
    ])
    .finally(() => client.end());
  for (const { datname } of rows) {
    const url = new URL(serverUrl);
    url.pathname = `/${datname}`;
    await saveWrittenEvents(url.href, folder);
  }
}

/**
 * Returns errors for event types that no test wrote, for events that an operation declares but no request wrote, and for
 * exceptions that are not needed. Returns none unless all required test files passed.
 */
export async function findUnwrittenEvents(folder: string, passed: readonly string[]): Promise<string[]> {
  for await (const file of glob(neededTestFiles, { cwd: root }))
    if (!passed.includes(path.join(root, file))) return [];
  const { types, pairs } = await readWrittenEvents(folder);
  const excused = new Set(
    unwrittenEvents.flatMap(({ events, by }) =>
      by.flatMap((one) => events.map((event) => `${one} ${event}`)),
    ),
  );
  const { declared, all } = await readDeclaredEvents();
  return [
    ...all.filter((type) => !types.has(type)).map((type) => `${type}: not written by any test`),
    ...declared
      .filter((pair) => !pairs.has(pair) && !excused.has(pair))
      .map((pair) => `${pair}: declared, but not written by any test`),
    ...[...excused]
      .filter((pair) => pairs.has(pair))
      .map((pair) => `${pair}: was written; remove it from tests/contract/unwritten-events.ts`),
    ...[...excused]
      .filter((pair) => !declared.includes(pair))
      .map((pair) => `${pair}: is no longer declared; remove it from tests/contract/unwritten-events.ts`),
  ];
}

/** Reads the event types that were written, and pairs of operation and event type. */
async function readWrittenEvents(folder: string): Promise<{ types: Set<string>; pairs: Set<string> }> {
  const operations = new Map<string, string>();
  const written: [request: string, type: string][] = [];
  for (const file of await readdir(folder)) {
    const lines = (await readFile(path.join(folder, file), 'utf8')).split('\n').filter(Boolean);
    for (const line of lines) {
      const at = line.indexOf(' ');
      const [request, value] = [line.slice(0, at), line.slice(at + 1)];
      if (file.startsWith('requests-')) operations.set(request, value);
      else written.push([request, value]);
    }
  }
  return {
    types: new Set(written.map(([, type]) => type)),
    pairs: new Set(written.map(([request, type]) => `${operations.get(request)} ${type}`)),
  };
}

/** Reads the pairs of operation and event type in the OpenAPI document, and all event types. */
async function readDeclaredEvents(): Promise<{ declared: string[]; all: string[] }> {
  const { paths } = JSON.parse(await readFile(path.join(root, 'docs/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { 'x-events'?: string[] }>>;
  };
  const declared = Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).flatMap(([method, one]) =>
      (one['x-events'] ?? []).map((type) => `${method.toUpperCase()} ${at} ${type}`),
    ),
  );
  const types = await readFile(path.join(root, 'packages/client/src/event-types.ts'), 'utf8');
  return { declared, all: [...types.matchAll(/\| '([a-z_.]+)'/g)].map(([, type = '']) => type) };
}
