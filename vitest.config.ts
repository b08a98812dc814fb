import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useCompileCache } from './scripts/testing/compile-cache.ts';
import { LongestFirstSequencer } from './scripts/testing/longest-first.ts';

useCompileCache();

const apart = ['**/node_modules/**', 'tests/tooling/fixtures/**'];
/** Test files that run the service as real processes, only in CI and by `npm run test:system`. */
const system = ['tests/system/**/*.test.ts'];

const common = {
  pool: 'forks',
  // Only for tests that hang: `eventually` fails a slow step earlier, when its value has stopped changing.
  testTimeout: 300_000,
  hookTimeout: 180_000,
  // As long as `eventually` waits.
  expect: { poll: { timeout: 30_000 } },
  setupFiles: './tests/contract/setup.ts',
} as const;

export default defineConfig({
  test: {
    globalSetup: './scripts/testing/global-setup.ts',
    // Modules transformed in an earlier run are read from disk: two seconds less before the first test.
    fsModuleCache: true,
    // Two more than there are cores: workers wait for PostgreSQL, for other processes and for timers.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        test: {
          ...common,
          name: 'all',
          include: ['packages', 'apps', 'tests', 'scripts', 'prisma'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          exclude: [...apart, ...system],
          // Files of a worker share imported modules: loading them for each file took a sixth of the time.
          isolate: false,
        },
      },
      { test: { ...common, name: 'system', include: system, isolate: false } },
    ],
  },
});
