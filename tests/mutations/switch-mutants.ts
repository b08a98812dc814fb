import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { afterAll, beforeEach, inject } from 'vitest';

/** The runs of a test file in one worker, one after another. */
export interface MutantPlan {
  /** Instrumented source by URL. */
  sources: Readonly<Record<string, string>>;
  /** The active mutant of each run; null for a run without one. */
  runs: readonly (number | null)[];
  /** Results are appended to this file, one line per run. */
  resultFile: string;
  /**
   * After a mutant's run that took longer, and three times as long as the run without one, no other run follows: work
   * that it left behind would disturb the next one.
   */
  maxRunMs: number;
  /** No run starts after this time in the worker. */
  maxWorkerMs: number;
}

/** The result of one run. */
export interface MutantRun {
  index: number;
  /**
   * `not executed` if nothing was run, because the test does not execute the code of the mutant, or, without a mutant,
   * because none was active since the last run.
   */
  outcome: 'passed' | 'failed' | 'no test ran' | 'not executed';
  ms: number;
  /** After a run without a mutant: the mutants whose code it executed. */
  executed?: number[];
}

declare module 'vitest' {
  interface ProvidedContext {
    mutantPlan: MutantPlan;
  }
}

interface Worker {
  startedAt: number;
  next: number;
  hasReported: boolean;
  active: number | null;
  executed: Set<number>;
  /** The mutants whose code the last run without a mutant executed. */
  known: ReadonlySet<number> | null;
  controlMs: number;
  /** True if a mutant was active since the last run without one. */
  hasMutated: boolean;
  isFinished: boolean;
}

declare global {
  var mutantWorker: Worker | undefined;
  var isMutant: (id: number) => boolean;
}

const plan = inject('mutantPlan');

/** This file is loaded for each run; the state of the worker is global. */
function startWorker(): Worker {
  const started: Worker = {
    startedAt: performance.now(),
    next: 0,
    hasReported: true,
    active: null,
    executed: new Set(),
    known: null,
    controlMs: 0,
    hasMutated: false,
    isFinished: false,
  };
  globalThis.isMutant = (id) => {
    started.executed.add(id);
    return id === started.active;
  };
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const source = plan.sources[url];
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
  return started;
}

globalThis.mutantWorker ??= startWorker();
const worker = globalThis.mutantWorker;
const index = worker.next;
worker.next += 1;
const active = plan.runs[index] ?? null;
const startedAt = performance.now();
const append = (run: MutantRun): void => appendFileSync(plan.resultFile, `${JSON.stringify(run)}\n`);
const report = (run: Omit<MutantRun, 'index' | 'ms'>): void => {
  append({ index, ms: performance.now() - startedAt, ...run });
  worker.hasReported = true;
};

// A hook of the previous run failed before its own report.
if (!worker.hasReported) append({ index: index - 1, outcome: 'no test ran', ms: 0 });
worker.hasReported = true;

// An error here ends the run before the test file is loaded.
if (worker.isFinished || startedAt - worker.startedAt > plan.maxWorkerMs) throw new Error('Not run');
if (active === null ? index > 1 && !worker.hasMutated : worker.known && !worker.known.has(active)) {
  report({ outcome: 'not executed' });
  throw new Error('Not executed');
}
worker.active = active;
worker.hasMutated = active !== null;
worker.hasReported = false;
worker.executed.clear();

let outcome: MutantRun['outcome'] = 'no test ran';
beforeEach(({ onTestFinished, onTestFailed }) => {
  onTestFinished(() => {
    if (outcome === 'no test ran') outcome = 'passed';
  });
  onTestFailed(() => {
    outcome = 'failed';
  });
});

afterAll(() => {
  const ms = performance.now() - startedAt;
  report({ outcome, ...(active === null && { executed: [...worker.executed] }) });
  if (active === null) {
    worker.known = new Set(worker.executed);
    worker.controlMs = ms;
  } else worker.isFinished = ms > Math.max(plan.maxRunMs, 3 * worker.controlMs);
});
