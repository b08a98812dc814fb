import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { saveWrittenEvents } from '../records/written-events.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this test run, and its migrated database that is only ever cloned. */
    testDatabases: { serverUrl: string; template: string };
    testRedisUrl: string;
    /** The folder for the events that tests wrote and the requests that wrote them. */
    seenEvents: string;
    /** True in CI, which also runs the slow tests. */
    isCi: boolean;
    /** The number of random runs of the board's property tests. */
    boardRuns: number;
    /** How many rounds of killed processes the readers of streams go through. */
    streamChaos: number;
    /** How many rounds of killed workers webhooks go through, and where receivers fail meanwhile. */
    webhookChaos: { rounds: number; seed: number };
    escalation: { runs: number; seed: number };
    /** The codes of the resources whose row scopes are checked; null for all that have one. */
    rowScopeResources: readonly string[] | null;
  }
}

/** A migrated, empty database that no other test sees. */
export interface TestDatabase {
  url: string;
  /** Ends what is still connected to it and removes it. */
  drop(): Promise<void>;
}

/** Clones the migrated database of this test run. What is not dropped is dropped when the run ends. */
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

/** The Redis of this test run, with a prefix for keys and channels that no other test has. */
export function testRedis(): { url: string; prefix: string } {
  return { url: inject('testRedisUrl'), prefix: `test-${randomBytes(6).toString('hex')}` };
}

/** Connections over which this process creates and drops databases: each new one costs both sides some milliseconds. */
let server: pg.Pool | undefined;

async function onServer(connectionString: string, sql: string): Promise<void> {
  if (!server) {
    const waits = { connectionTimeoutMillis: 10_000, idleTimeoutMillis: 60_000 };
    server = new pg.Pool({ connectionString, max: 2, allowExitOnIdle: true, ...waits });
    // An idle connection that is lost is replaced by the next statement.
    server.on('error', () => undefined);
  }
  await server.query(sql);
}
