import { availableParallelism } from 'node:os';
import { type Mutant, mutants } from '../../../tests/mutations/mutants.ts';
import { formatTiming, type StageSummary } from '../stage-summary.ts';
import { type MutantSession, openMutantSession } from './mutant-session.ts';
import { withTestServices } from './test-services.ts';

/** A run without a mutant: its tests must pass. */
const control = { name: 'none', tests: mutants[0]?.tests ?? [] };

type Run = typeof control | Mutant;

interface Outcome {
  name: string;
  isDetected: boolean;
  ms: number;
}

/** Runs the tests of each mutant. A mutant survives if none of them fails. */
export async function runMutations(names: readonly string[] = []): Promise<StageSummary> {
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  console.log(`\ntest: ${chosen.length} mutations of the kernel`);
  return withTestServices(async () => summarizeOutcomes(await runAll([control, ...chosen])));
}

async function runAll(waiting: Run[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const work = async () => {
    const session = await openMutantSession();
    try {
      for (let one = waiting.shift(); one; one = waiting.shift()) outcomes.push(await runOne(session, one));
    } finally {
      await session.close();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}

async function runOne(session: MutantSession, run: Run): Promise<Outcome> {
  const started = performance.now();
  const isDetected = await session.hasFailure(run.tests, 'file' in run ? run : undefined);
  const ms = performance.now() - started;
  const [failed, passed] = 'file' in run ? ['detected', 'survived'] : ['failed', 'passed'];
  console.log(formatTiming(ms, `${run.name}: ${isDetected ? failed : passed}`));
  return { name: run.name, isDetected, ms };
}

function summarizeOutcomes(outcomes: readonly Outcome[]): StageSummary {
  const unexpected = outcomes.filter(({ name, isDetected }) => isDetected === (name === control.name));
  const slowest = outcomes.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  return {
    passed: outcomes.length - unexpected.length,
    failures: unexpected.map(({ name }) =>
      name === control.name ? 'mutations: tests fail without a mutant' : `mutant ${name}: survived`,
    ),
    slowest: ['\nSlowest mutations:', ...slowest.map(({ name, ms }) => formatTiming(ms, name))],
  };
}
