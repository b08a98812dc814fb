import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { formatTiming, root, runBinary, type StageSummary } from './stage-summary.ts';

/** Static checks: scripts of package.json. */
const checks: Record<string, string> = {
  lint: 'format and lint (npm run format fixes most)',
  typecheck: 'types',
  prose: 'plain English (scripts/prose/word-list.ts)',
  boundaries: 'import boundaries',
  'dead-exports': 'dead exports and dependencies',
  'openapi-lint': 'OpenAPI document',
  'openapi-compat': 'API compatibility (docs/compatibility.md)',
  'migration-lint': 'migrations that are safe during a rollout',
  // Otherwise, the first tests of the browser would all build it.
  'build-admin': 'build of the admin application',
  'schema-check': 'migrations match the schema (npm run migrate create <name> writes a missing one)',
};

/** Runs the checks in parallel. turbo skips those that passed before with the same files. */
export async function runChecks(): Promise<StageSummary> {
  const names = Object.keys(checks);
  console.log(`test: ${names.length} checks: ${names.join(', ')}`);
  const started = Date.now();
  const env = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
  };
  const flags = [
    '--continue',
    '--output-logs=errors-only',
    '--concurrency=2',
    '--summarize',
    '--cache=local:rw',
  ];
  await runBinary('turbo', ['run', ...names, ...flags], { env });
  const outcomes = await lastSummary(started);
  const failed = names.filter((name) => outcomes.get(name)?.code !== 0);
  const all = [...outcomes].sort(([, a], [, b]) => b.ms - a.ms);
  return {
    passed: names.length - failed.length,
    failures: failed.map((name) => `check ${name}: ${checks[name]}`),
    slowest: [
      '\nChecks:',
      ...all.map(([name, { ms, isCached }]) => formatTiming(ms, isCached ? `${name} (cached)` : name)),
    ],
  };
}

interface TurboSummary {
  execution: { startTime: number };
  tasks: {
    task: string;
    cache: { status: string };
    execution?: { exitCode: number; startTime: number; endTime: number };
  }[];
}

interface Outcome {
  code: number;
  ms: number;
  isCached: boolean;
}

/** Returns the outcomes of the turbo run that started at or after `started`. */
async function lastSummary(started: number): Promise<Map<string, Outcome>> {
  const folder = path.join(root, '.turbo/runs');
  const outcomes = new Map<string, Outcome>();
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const summary = JSON.parse(await readFile(file, 'utf8')) as TurboSummary;
    if (summary.execution.startTime >= started) {
      for (const { task, cache, execution } of summary.tasks) {
        const isCached = cache.status === 'HIT';
        const ms = execution ? execution.endTime - execution.startTime : 0;
        outcomes.set(task, { code: execution?.exitCode ?? (isCached ? 0 : 1), ms, isCached });
      }
    }
    await rm(file);
  }
  return outcomes;
}
