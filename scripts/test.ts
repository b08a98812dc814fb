import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

// `npm test`: every check, then every test. The last line counts both.

const root = path.dirname(import.meta.dirname);
const binaries = path.join(root, 'node_modules/.bin');

/** What is checked without running the service, each a script of package.json. */
const checks: Record<string, string> = {
  lint: 'format and lint (npm run format mends most)',
  typecheck: 'types',
  boundaries: 'import boundaries',
  'dead-exports': 'dead exports and dependencies',
  'openapi-lint': 'the description of the API',
  'openapi-compat': 'what the API promised (docs/compatibility.md)',
  'migration-lint': 'migrations that a rollout bears',
  'schema-check': 'migrations lead to the schema (npm run migrate create <name> writes the missing one)',
};

interface Tally {
  passed: number;
  failures: string[];
}

function run(command: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(binaries, command), args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs the checks side by side; turbo skips those whose files are as they were when they last passed. */
async function runChecks(): Promise<Tally> {
  console.log(`test: ${Object.keys(checks).length} checks: ${Object.keys(checks).join(', ')}`);
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
  await run('turbo', ['run', ...Object.keys(checks), ...flags], { env });
  const outcomes = await lastSummary(started);
  const failures = Object.keys(checks).filter((name) => outcomes.get(name) !== 0);
  return {
    passed: Object.keys(checks).length - failures.length,
    failures: failures.map((name) => `check ${name}: ${checks[name]}`),
  };
}

interface TurboSummary {
  tasks: { task: string; cache: { status: string }; execution?: { exitCode: number } }[];
}

/** The exit code of every check of the turbo run that began after `started`. */
async function lastSummary(started: number): Promise<Map<string, number>> {
  const folder = path.join(root, '.turbo/runs');
  const outcomes = new Map<string, number>();
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const summary = JSON.parse(await readFile(file, 'utf8')) as TurboSummary & {
      execution: { startTime: number };
    };
    if (summary.execution.startTime >= started) {
      for (const { task, cache, execution } of summary.tasks) {
        outcomes.set(task, execution?.exitCode ?? (cache.status === 'HIT' ? 0 : 1));
      }
    }
    await rm(file);
  }
  return outcomes;
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

async function runTests(filters: string[]): Promise<Tally> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workforce-report-'));
  const report = path.join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await run('vitest', ['run', ...reporters, ...filters]);
    const text = await readFile(report, 'utf8').catch(() => null);
    if (text === null) return { passed: 0, failures: ['vitest wrote no report: what it said is above'] };
    const tally = tallyOf(JSON.parse(text) as VitestReport);
    if (code !== 0 && tally.failures.length === 0)
      tally.failures.push('vitest failed outside of any test: see above');
    return tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tallyOf({ numPassedTests, testResults }: VitestReport): Tally {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => `${file}: ${one.fullName}`);
    // A file that cannot be loaded has no test that could fail.
    return failed.length === 0 && status === 'failed' ? [`${file} could not be run`] : failed;
  });
  return { passed: numPassedTests, failures };
}

const filters = process.argv.slice(2);
const tallies = filters.length > 0 ? [] : [await runChecks()];
tallies.push(await runTests(filters));
const failures = tallies.flatMap((tally) => tally.failures);
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ✗ ${line}`).join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
