import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeDataFolder } from '../services/postgres.ts';
import { commandOf } from '../services/process-identity.ts';
import { makeVolatileFolder, volatileFolderParents } from '../services/volatile-folder.ts';
import { startServices } from '../services.ts';
import { fillCompileCache } from './compile-cache.ts';
import { findUnwrittenEvents, saveEventsOfOpenDatabases } from './declared-events.ts';
import { findUnseenResponses } from './described-responses.ts';
import { findSecretsInLogs } from './log-secrets.ts';
import { createTemplate, dropTemplate } from './template-database.ts';

const folderPrefix = 'workforce-tests-';

/**
 * Starts PostgreSQL and Redis for a test run, and creates a migrated database that test files clone.
 * TEST_DATABASE_URL and TEST_REDIS_URL select existing servers instead, TEST_TEMPLATE an existing database. The run
 * fails at its end if a secret was logged, a described response was never received, or a declared event never
 * written.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedFolders();
  const dataDir = await makeVolatileFolder(`${folderPrefix}${process.pid}-`);
  const services = await startServices({
    dataDir,
    databaseUrl: process.env.TEST_DATABASE_URL,
    redisUrl: process.env.TEST_REDIS_URL,
    isVolatile: true,
    log: (line) => console.log(`tests: ${line}`),
  }).catch(async (error) => {
    await removeDataFolder(dataDir);
    throw error;
  });
  const logs = path.join(dataDir, 'test-logs');
  const seen = path.join(dataDir, 'seen-responses');
  const events = path.join(dataDir, 'seen-events');
  await Promise.all([logs, seen, events].map((folder) => mkdir(folder)));
  const given = process.env.TEST_TEMPLATE;
  const stop = async () => {
    await services.stop();
    await removeDataFolder(dataDir);
  };
  const [template] = await Promise.all([
    given ?? createTemplate(services.databaseUrl),
    fillCompileCache(),
  ]).catch(async (error) => {
    await stop();
    throw error;
  });
  const tearDown = async () => {
    if (!given) await dropTemplate(services.databaseUrl, template);
    await stop();
  };
  project.provide('testDatabases', { serverUrl: services.databaseUrl, template });
  project.provide('testRedisUrl', services.redisUrl);
  project.provide('isCi', process.env.CI === 'true');
  project.provide('testLogs', logs);
  project.provide('seenResponses', seen);
  project.provide('seenEvents', events);
  // BOARD_RUNS=400 sends more than 10,000 commands to the board.
  project.provide('boardRuns', Number(process.env.BOARD_RUNS ?? 12));
  // ESCALATION_RUNS=500 runs more sequences; ESCALATION_SEED=… selects other sequences.
  const { ESCALATION_RUNS = '16', ESCALATION_SEED = '20261121' } = process.env;
  project.provide('escalation', { runs: Number(ESCALATION_RUNS), seed: Number(ESCALATION_SEED) });
  // ROW_SCOPE_RESOURCES=task,team checks only these resources.
  project.provide('rowScopeResources', process.env.ROW_SCOPE_RESOURCES?.split(',') ?? null);
  // STREAM_CHAOS=10 runs ten rounds of killing processes.
  project.provide('streamChaos', Number(process.env.STREAM_CHAOS ?? 1));
  // WEBHOOK_CHAOS=10 runs ten rounds of killing workers; WEBHOOK_CHAOS_SEED=… selects other receiver failures.
  const { WEBHOOK_CHAOS = '1', WEBHOOK_CHAOS_SEED = '20261121' } = process.env;
  project.provide('webhookChaos', { rounds: Number(WEBHOOK_CHAOS), seed: Number(WEBHOOK_CHAOS_SEED) });
  return async () => {
    const found = await findSecretsInLogs(logs);
    const unseen = await findUnseenResponses(seen);
    const passed = project.vitest.state.getFiles().filter((file) => file.result?.state === 'pass');
    await saveEventsOfOpenDatabases(services.databaseUrl, template, events);
    const unwritten = await findUnwrittenEvents(
      events,
      passed.map((file) => file.filepath),
    );
    await tearDown();
    const errors = [
      ...formatErrors('Secrets were logged', found),
      ...formatErrors('Described and received responses differ', unseen),
      ...formatErrors('Declared and written events differ', unwritten),
    ];
    if (errors.length > 0) throw new Error(errors.join('\n'));
  };
}

/** The lines of a report; none without errors. */
function formatErrors(title: string, errors: readonly string[]): string[] {
  if (errors.length === 0) return [];
  return [`${title} (${errors.length}):`, ...errors.slice(0, 20).map((line) => `  ${line}`)];
}

/**
 * Removes the folders of killed runs. Their servers may still run: `startServices` stops them before it starts its own,
 * which are then stopped too.
 */
async function removeAbandonedFolders(): Promise<void> {
  for (const parent of volatileFolderParents) {
    for (const name of await readdir(parent).catch(() => [])) {
      if (name.startsWith(folderPrefix)) await removeIfAbandoned(path.join(parent, name));
    }
  }
}

async function removeIfAbandoned(dataDir: string): Promise<void> {
  const owner = await commandOf(Number.parseInt(path.basename(dataDir).slice(folderPrefix.length), 10));
  if (owner?.includes('node')) return;
  const services = await startServices({ dataDir, isVolatile: true }).catch(() => null);
  await services?.stop();
  await removeDataFolder(dataDir).catch(() => undefined);
}
