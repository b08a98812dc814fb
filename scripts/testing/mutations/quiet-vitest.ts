import { Writable } from 'node:stream';
import type { TestSpecification, Vitest } from 'vitest/node';
import { root } from '../stage-summary.ts';

/**
 * Starts Vitest with one worker at a time, which applies mutants when it loads source files. No file is changed.
 *
 * @param isolate false if the files of one run share a worker
 */
export async function openQuietVitest(setupFiles: readonly string[], isolate: boolean): Promise<Vitest> {
  // Imported late: Vitest changes the environment of the process.
  const { BaseSequencer, createVitest } = await import('vitest/node');
  class GivenOrder extends BaseSequencer {
    override sort = async (files: TestSpecification[]) => files;
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root,
      watch: false,
      reporters: [],
      globalSetup: './scripts/testing/global-setup.ts',
      setupFiles: [...setupFiles],
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // Threads start faster than processes.
      pool: 'threads',
      isolate,
      maxWorkers: 1,
      sequence: { sequencer: GivenOrder },
      testTimeout: 30_000,
      hookTimeout: 90_000,
    },
    {},
    { stdout: silent, stderr: silent },
  );
  await vitest.standalone();
  return vitest;
}
