import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutantName, useCompileCache } from '../../scripts/testing/compile-cache.ts';
import { mutants } from './mutants.ts';

// Runs the tests of one mutant. The fault is put into the source when it is loaded: no file is changed.

useCompileCache();
const root = path.resolve(import.meta.dirname, '../..');
const mutant = mutants.find(({ name }) => name === mutantName());

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) =>
        mutant && id === path.join(root, mutant.file)
          ? readFileSync(id, 'utf8').replace(mutant.from, () => mutant.to)
          : undefined,
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) =>
          id === path.join(root, mutant?.file ?? '') ? mutant?.name : undefined,
        ),
    },
  ],
  test: {
    globalSetup: './scripts/testing/global-setup.ts',
    setupFiles: './tests/contract/setup.ts',
    fsModuleCache: true,
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 90_000,
  },
});
