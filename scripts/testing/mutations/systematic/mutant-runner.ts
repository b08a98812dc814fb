import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vitest } from 'vitest/node';
import type { MutantPlan, MutantRun } from '../../../../tests/mutations/switch-mutants.ts';
import { root } from '../../stage-summary.ts';
import { openQuietVitest } from '../quiet-vitest.ts';

const setupFiles = ['./tests/mutations/switch-mutants.ts', './tests/mutations/stop-at-failure.ts'];
/** A longer run is the last one of its worker. */
const maxRunMs = 20_000;
/** A longer worker would keep the effects of many mutants. */
const maxWorkerMs = 300_000;
/** A worker that reports no run for this long hangs. */
const hungMs = 240_000;

/** Runs test files in workers that load instrumented sources. */
export class MutantRunner {
  readonly #sources: Readonly<Record<string, string>>;
  readonly #dataDir: string;
  #vitest: Vitest | null = null;
  #workers = 0;

  constructor(sources: Readonly<Record<string, string>>, dataDir: string) {
    this.#sources = sources;
    this.#dataDir = dataDir;
  }

  /**
   * Runs a test file several times in one new worker, each time with a mutant or, for null, without one. The result is
   * undefined for runs that did not take place, because an earlier one took too long or ended the worker.
   */
  async runInWorker(test: string, runs: readonly (number | null)[]): Promise<(MutantRun | undefined)[]> {
    this.#vitest ??= await openQuietVitest(setupFiles, false);
    this.#workers += 1;
    const resultFile = path.join(this.#dataDir, `mutant-runs-${this.#workers}`);
    const project = this.#vitest.getRootProject();
    const plan: MutantPlan = { sources: this.#sources, runs, resultFile, maxRunMs, maxWorkerMs };
    project.provide('mutantPlan', plan);
    const finished = new AbortController();
    const done = this.#vitest
      .runTestSpecifications(runs.map(() => project.createSpecification(path.join(root, test))))
      .finally(() => finished.abort());
    await Promise.race([done, this.#abandonIfHung(resultFile, finished.signal)]);
    const results = readResults(resultFile);
    return runs.map((_, index) => results.find((one) => one.index === index));
  }

  /** Returns when the worker hangs, and abandons it with its Vitest. */
  async #abandonIfHung(resultFile: string, finished: AbortSignal): Promise<void> {
    let seen = 0;
    let at = performance.now();
    while (performance.now() - at < hungMs) {
      if (await sleep(1_000, false, { signal: finished }).catch(() => true)) return;
      const now = readResults(resultFile).length;
      if (now > seen) at = performance.now();
      seen = now;
    }
    // The second call terminates the worker.
    for (const _ of ['request', 'force'])
      this.#vitest?.cancelCurrentRun('keyboard-input').catch(() => undefined);
    this.#vitest = null;
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
  }
}

function readResults(file: string): MutantRun[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as MutantRun);
}
