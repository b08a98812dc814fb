import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Vitest } from 'vitest/node';
import type { AppliedMutant } from '../../../tests/mutations/apply-mutant.ts';
import type { Mutant } from '../../../tests/mutations/mutants.ts';
import { root } from '../stage-summary.ts';
import { openQuietVitest } from './quiet-vitest.ts';

/** A Vitest instance whose workers apply mutants when they load source files. No file is changed. */
export interface MutantSession {
  /** Runs test files until one fails, optionally with a mutant. Returns true if one failed. */
  hasFailure(tests: readonly string[], mutant?: Mutant): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a session. Starting Vitest takes longer than the tests of a mutant, so mutants share sessions. */
export async function openMutantSession(): Promise<MutantSession> {
  const vitest = await openQuietVitest(
    ['./tests/mutations/apply-mutant.ts', './tests/mutations/stop-at-failure.ts'],
    true,
  );
  return {
    hasFailure: async (tests, mutant) => {
      vitest.getRootProject().provide('mutant', mutant ? toApplied(mutant) : null);
      for (const file of tests) if (await hasFailingTest(vitest, path.join(root, file))) return true;
      return false;
    },
    close: () => vitest.close(),
  };
}

const toApplied = ({ file, from, to }: Mutant): AppliedMutant => ({
  url: pathToFileURL(path.join(root, file)).href,
  from,
  to,
});

async function hasFailingTest(vitest: Vitest, file: string): Promise<boolean> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
    vitest.getRootProject().createSpecification(file),
  ]);
  // `testModules` includes the modules of earlier runs.
  const modules = testModules.filter(({ moduleId }) => moduleId === file);
  const states = modules.flatMap(({ children }) =>
    [...children.allTests()].map((test) => test.result().state),
  );
  if (states.includes('failed')) return true;
  if (states.includes('passed')) return false;
  const errors = [...modules.flatMap((one) => one.errors()), ...unhandledErrors];
  throw new Error(`No test of ${file} ran: ${errors.map((error) => (error as Error).message).join('\n')}`);
}
