import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { Vite, Vitest } from 'vitest/node';
import type { Mutant } from '../../../tests/mutations/mutants.ts';
import { root } from '../stage-summary.ts';

/** A Vitest instance that applies mutants when it loads source files. No file is changed. */
export interface MutantSession {
  /** Runs test files until one fails, optionally with a mutant. Returns true if one failed. */
  hasFailure(tests: readonly string[], mutant?: Mutant): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a session. Starting Vitest takes longer than the tests of a mutant, so mutants share sessions. */
export async function openMutantSession(): Promise<MutantSession> {
  // Imported late: Vitest changes the environment of the process.
  const { createVitest } = await import('vitest/node');
  let current: Mutant | undefined;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root,
      watch: false,
      reporters: [],
      globalSetup: './scripts/testing/global-setup.ts',
      setupFiles: './tests/mutations/stop-at-failure.ts',
      fsModuleCache: true,
      // Threads start and load modules faster than processes.
      pool: 'threads',
      maxWorkers: 1,
      testTimeout: 30_000,
      hookTimeout: 90_000,
    },
    { plugins: [mutantPlugin(() => current)] },
    { stdout: silent, stderr: silent },
  );
  await vitest.standalone();
  return {
    hasFailure: async (tests, mutant) => {
      for (const one of [current, mutant]) if (one) vitest.invalidateFile(path.join(root, one.file));
      current = mutant;
      for (const file of tests) if (await hasFailingTest(vitest, path.join(root, file))) return true;
      return false;
    },
    close: () => vitest.close(),
  };
}

function mutantPlugin(current: () => Mutant | undefined): Vite.Plugin {
  const mutantOf = (id: string) => {
    const mutant = current();
    return mutant && id === path.join(root, mutant.file) ? mutant : undefined;
  };
  return {
    name: 'mutant',
    enforce: 'pre',
    load: (id) => {
      const mutant = mutantOf(id);
      return mutant && applyMutant(readFileSync(id, 'utf8'), mutant);
    },
    configureVitest: ({ defineCacheKeyGenerator }) =>
      // By default the key of a cached module depends only on the file, which is unchanged.
      defineCacheKeyGenerator(({ id, sourceCode }) => {
        const mutant = mutantOf(id);
        return mutant && applyMutant(sourceCode, mutant);
      }),
  };
}

const applyMutant = (source: string, { from, to }: Mutant) => source.replace(from, () => to);

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
  throw new Error(`No test of ${file} ran: ${errors.map(String).join('\n')}`);
}
