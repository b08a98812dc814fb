import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { saveWrittenEvents } from '../records/written-events.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this test run, and the migrated database to clone. */
    testDatabases: { serverUrl: string; template: string };
    testRedisUrl: string;
    /** The folder for the event types that tests wrote, by request. */
    seenEvents: string;
    /** True in CI, which also runs the slow tests. */
    isCi: boolean;
    /** The number of random runs of the board's property tests. */
    boardRuns: number;
    /** The rounds of tests/system/chaos/stream-chaos.test.ts. */
    streamChaos: number;
    /** The rounds of tests/system/webhooks/webhook-chaos.test.ts, and the seed of the receivers' failures. */
    webhookChaos: { rounds: number; seed: number };
    escalation: { runs: number; seed: number };
    /** The codes of the resources that tests/access/row-scope.test.ts checks; null for all. */
    rowScopeResources: readonly string[] | null;
  }
}

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  url: string;
  /** Saves the event types that were written, closes remaining connections and drops the database. */
  drop(): Promise<void>;
}

/** Clones the migrated database of this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = inject('testDatabases');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = async () => {
    await saveWrittenEvents(url.href, inject('seenEvents'));
    await onServer(serverUrl, `drop database if exists ${name} with (force)`);
  };
  return { url: url.href, drop };
}

/** Returns the Redis of this test run, with a unique prefix for keys and channels. */
export function testRedis(): { url: string; prefix: string } {
  return { url: inject('testRedisUrl'), prefix: `test-${randomBytes(6).toString('hex')}` };
}

/** Pooled connections to create and drop databases: a new connection costs several milliseconds. */
let server: pg.Pool | undefined;

async function onServer(connectionString: string, sql: string): Promise<void> {
  if (!server) {
    const waits = { connectionTimeoutMillis: 10_000, idleTimeoutMillis: 60_000 };
    server = new pg.Pool({ connectionString, max: 2, allowExitOnIdle: true, ...waits });
    // The pool replaces a lost idle connection.
    server.on('error', () => undefined);
  }
  await server.query(sql);
}

/**
 * A listener for errors of a `pg.Pool`. Its `end` does not wait until its connections are closed, so that one of them may
 * be terminated when the database is dropped.
 */
export const ignoreDropped = (): void => undefined;
