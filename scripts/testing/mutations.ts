import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { type Mutant, mutants } from '../../tests/mutations/mutants.ts';
import { removeDataFolder } from '../services/postgres.ts';
import { startServices } from '../services.ts';
import { makeTestFolder } from './roomy-folder.ts';
import { root, type Tally, timed } from './tally.ts';

const config = 'tests/mutations/vitest.config.ts';
/** Runs without a mutant: where these fail, so would every mutant. */
const control: Mutant = { ...(mutants[0] as Mutant), name: 'none' };

interface Report {
  numFailedTests: number;
  numPassedTests: number;
  testResults: { message: string }[];
}

interface Outcome {
  name: string;
  failed: number;
  ms: number;
}

/**
 * Puts one small fault after the other into the kernel and runs the tests nearest to it: where none fails, the fault
 * would go unnoticed.
 */
export async function runMutations(names: readonly string[] = []): Promise<Tally> {
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  console.log(`\ntest: ${chosen.length} mutations of the kernel`);
  const dataDir = await makeTestFolder(`workforce-tests-${process.pid}-`);
  const services = await startServices({ dataDir, isVolatile: true });
  const env = {
    ...process.env,
    TEST_DATABASE_URL: services.databaseUrl,
    TEST_REDIS_URL: services.redisUrl,
  };
  try {
    const waiting = [control, ...chosen];
    const outcomes: Outcome[] = [];
    const work = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) outcomes.push(await runMutant(one, env));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    return tallyOf(outcomes);
  } finally {
    await services.stop();
    await removeDataFolder(dataDir);
  }
}

function tallyOf(outcomes: readonly Outcome[]): Tally {
  const survivors = outcomes.filter(({ name, failed }) =>
    name === control.name ? failed > 0 : failed === 0,
  );
  const slowest = outcomes.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  return {
    passed: outcomes.length - survivors.length,
    failures: survivors.map(({ name }) =>
      name === control.name ? 'mutations: the tests fail without a mutant' : `mutant ${name}: no test fails`,
    ),
    slowest: ['\nSlowest mutations:', ...slowest.map(({ name, ms }) => timed(ms, name))],
  };
}

async function runMutant({ name, tests }: Mutant, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workforce-mutant-'));
  const report = path.join(folder, 'report.json');
  const started = performance.now();
  try {
    const flags = [`--config=${config}`, '--bail=1', '--reporter=json', `--outputFile=${report}`];
    const child = spawn(path.join(root, 'node_modules/.bin/vitest'), ['run', ...flags, ...tests], {
      cwd: root,
      env: { ...env, MUTANT: name },
      stdio: 'ignore',
    });
    await new Promise((resolve) => child.once('close', resolve));
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(
      await readFile(report, 'utf8'),
    ) as Report;
    const ms = performance.now() - started;
    if (numFailedTests + numPassedTests === 0)
      throw new Error(`No test of ${name} ran: ${testResults.map(({ message }) => message).join('\n')}`);
    console.log(timed(ms, `${name}: ${numFailedTests > 0 ? 'noticed' : 'not noticed'}`));
    return { name, failed: numFailedTests, ms };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
