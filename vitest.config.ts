import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'apps/**/*.test.ts',
      'tests/**/*.test.ts',
      'scripts/**/*.test.ts',
      'prisma/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'tests/tooling/fixtures/**'],
    globalSetup: './scripts/testing/global-setup.ts',
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
