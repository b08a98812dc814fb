import { formatTiming } from '../../stage-summary.ts';
import { withTestServices } from '../test-services.ts';
import {
  expandTests,
  instrumentAll,
  type ListedMutant,
  listMutants,
  type Outcome,
  testsOf,
} from './mutant-list.ts';
import { MutantRunner } from './mutant-runner.ts';
import { readOutcomes, saveOutcomes } from './outcomes.ts';

export interface SystematicOptions {
  /** Files or folders with the sources to change. */
  paths: readonly string[];
  /** The run ends after this time. */
  maxMs: number;
  /** Test files or folders to run instead of the related ones. */
  tests: readonly string[];
  /** Runs only the mutants that no test detected in the last run. */
  isRerun: boolean;
}

/** After this many mutants, a run without one checks that they left nothing behind that makes tests fail. */
const mutantsPerCheck = 25;
/** Tests of a mutant that needs a process of its own. */
const maxOwnProcesses = 6;

/** Runs the related tests of each mutant until one fails. Returns the outcomes by mutant. */
export function runSystematic(options: SystematicOptions): Promise<Map<ListedMutant, Outcome>> {
  return withTestServices((dataDir) => new SystematicRun(options, dataDir).run());
}

class SystematicRun {
  readonly #outcomes = new Map<ListedMutant, Outcome>();
  readonly #runner: MutantRunner;
  readonly #deadline: number;
  /** Mutants whose code a test executed, if only when modules were loaded. */
  readonly #reached = new Set<number>();
  /** Mutants whose code a test executed again in the same process. */
  readonly #shared = new Set<number>();
  /** Mutants for which tests failed, after others that may be the cause. */
  readonly #doubtful = new Set<ListedMutant>();
  readonly #unusable = new Set<string>();
  readonly #given: readonly string[] | null;

  constructor({ paths, maxMs, tests, isRerun }: SystematicOptions, dataDir: string) {
    this.#given = tests.length > 0 ? expandTests(tests) : null;
    const listed = listMutants(paths);
    const earlier = isRerun ? readOutcomes() : {};
    for (const one of listed) {
      if (one.equivalent !== undefined) continue;
      this.#outcomes.set(one, earlier[one.file]?.[one.key] === 'killed' ? 'killed' : 'not run');
    }
    this.#deadline = performance.now() + maxMs;
    this.#runner = new MutantRunner(instrumentAll(listed), dataDir);
  }

  async run(): Promise<Map<ListedMutant, Outcome>> {
    const pending = this.#pending();
    const tests = [...new Set(pending.flatMap((one) => this.#testsOf(one)))];
    console.log(`${pending.length} mutants, ${tests.length} related test files`);
    try {
      for (const test of tests) {
        await this.#runShared(test);
        saveOutcomes(this.#outcomes);
      }
      for (const one of this.#doubtful) this.#outcomes.set(one, 'not run');
      for (const one of this.#pending()) await this.#finish(one);
    } finally {
      await this.#runner.close();
      saveOutcomes(this.#outcomes);
    }
    return this.#outcomes;
  }

  get #isLate(): boolean {
    return performance.now() > this.#deadline;
  }

  #testsOf({ file }: ListedMutant): readonly string[] {
    return this.#given ?? testsOf(file);
  }

  #pending(): ListedMutant[] {
    return [...this.#outcomes].flatMap(([one, outcome]) => (outcome === 'not run' ? [one] : []));
  }

  /** Runs a test file for each pending mutant whose code it executes, all in few workers. */
  async #runShared(test: string): Promise<void> {
    const started = performance.now();
    let waiting = this.#pending().filter((one) => this.#testsOf(one).includes(test));
    let [total, killed] = [0, 0];
    while (waiting.length > 0 && !this.#isLate) {
      // The first run loads all modules and fills caches. The second one executes what each of the next ones executes.
      const runs = [
        null,
        null,
        ...waiting.flatMap((one, index) => ((index + 1) % mutantsPerCheck ? [one] : [one, null])),
        null,
      ];
      const results = await this.#runner.runInWorker(
        test,
        runs.map((one) => one?.id ?? null),
      );
      if (!this.#learn(test, results.slice(0, 2))) return;
      const next: ListedMutant[] = [];
      for (const [index, one] of runs.entries()) {
        const result = results[index];
        if (!one || result?.outcome === 'not executed') continue;
        total += 1;
        if (result?.outcome === 'passed') continue;
        if (!result && !results[index - 1]) next.push(one);
        else {
          killed += 1;
          this.#outcomes.set(one, 'killed');
          if (!isFollowedByCheck(runs, results, index)) this.#doubtful.add(one);
        }
      }
      total -= next.length;
      waiting = next;
    }
    this.#report(started, `${test}: ${killed} of ${total} killed`);
  }

  /** Returns false if the test does not pass twice in one process. */
  #learn(test: string, [first, second]: readonly (MutantRunResult | undefined)[]): boolean {
    for (const id of first?.executed ?? []) this.#reached.add(id);
    for (const id of second?.executed ?? []) this.#shared.add(id);
    if (first?.outcome === 'passed' && second?.outcome === 'passed') return true;
    console.log(`  not used, because it does not pass twice in one process: ${test}`);
    this.#unusable.add(test);
    return false;
  }

  /** Decides about a mutant that no test has detected in a shared process. */
  async #finish(one: ListedMutant): Promise<void> {
    if (this.#isLate) return;
    const isDoubtful = this.#doubtful.has(one);
    if (!this.#reached.has(one.id)) this.#outcomes.set(one, 'not executed');
    else if (this.#shared.has(one.id) && !isDoubtful) this.#outcomes.set(one, 'survived');
    else await this.#runAlone(one);
  }

  /** Runs tests with a mutant that is active while modules are loaded. */
  async #runAlone(one: ListedMutant): Promise<void> {
    const started = performance.now();
    const tests = this.#testsOf(one).filter((test) => !this.#unusable.has(test));
    this.#outcomes.set(one, 'survived');
    for (const test of tests.slice(0, maxOwnProcesses)) {
      const [result] = await this.#runner.runInWorker(test, [one.id]);
      if (result?.outcome === 'passed') continue;
      this.#outcomes.set(one, 'killed');
      break;
    }
    this.#report(started, `${one.file}:${one.line} in processes of its own: ${this.#outcomes.get(one)}`);
  }

  #report(started: number, text: string): void {
    console.log(formatTiming(performance.now() - started, `${text}; ${this.#pending().length} left`));
  }
}

type MutantRunResult = NonNullable<Awaited<ReturnType<MutantRunner['runInWorker']>>[number]>;

/** True if the next run without a mutant passed, or if the worker ended before it. */
function isFollowedByCheck(
  runs: readonly (ListedMutant | null)[],
  results: readonly (MutantRunResult | undefined)[],
  index: number,
): boolean {
  const check = results[runs.indexOf(null, index)];
  return check === undefined || check.outcome === 'passed' || check.outcome === 'not executed';
}
