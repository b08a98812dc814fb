import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { maxStallMs } from './packages/testing/src/network/max-stall.ts';
import { useCompileCache } from './scripts/testing/compile-cache.ts';
import { LongestFirstSequencer } from './scripts/testing/longest-first.ts';

useCompileCache();

export default defineConfig({
  test: {
    include: ['packages', 'apps', 'tests', 'scripts', 'prisma'].map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', 'tests/tooling/fixtures/**'],
    globalSetup: './scripts/testing/global-setup.ts',
    setupFiles: './tests/contract/setup.ts',
    pool: 'forks',
    // Files of a worker share imported modules: loading them for each file took a sixth of the time.
    isolate: false,
    // Node loads modules as in production, with its compile cache: a sixth less CPU time than Vite's runner.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A larger young generation and no threads for collecting garbage: a fourteenth less CPU time, as all cores are busy.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // Two more than there are cores: workers wait for PostgreSQL, for other processes and for timers.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirstSequencer },
    // Only for tests that hang: `eventually` fails a slow step earlier, when its value has stopped changing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: maxStallMs } },
  },
});
