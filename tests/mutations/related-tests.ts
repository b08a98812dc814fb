/**
 * Test files and folders that cover sources outside of their own folder. The tests in the folder of a source are always
 * related to it.
 */
export const relatedTests: readonly { sources: string; tests: readonly string[] }[] = [
  {
    sources: 'packages/shared/src/access/',
    tests: [
      'packages/areas/src/access/authority/access.policy.test.ts',
      'packages/shared/src/resource/rights.test.ts',
      'packages/shared/src/resource/rows/row-scope.test.ts',
      'packages/areas/src/access',
      'tests/access/row-scope.test.ts',
      'tests/access/matrix.test.ts',
    ],
  },
  {
    sources: 'packages/areas/src/access/',
    tests: [
      'packages/areas/src/access',
      'packages/areas/src/positions/seats/seat-roles.test.ts',
      'packages/areas/src/api-keys/change-key.test.ts',
      'tests/access/matrix.test.ts',
      'tests/security/cross-tenant.test.ts',
    ],
  },
  {
    sources: 'apps/api/src/http/requests/',
    tests: [
      'apps/api/src/http/requests',
      'packages/areas/src/auth/credentials',
      'apps/api/src/stream/access',
      'apps/api/src/stream/stream.test.ts',
    ],
  },
  {
    sources: 'apps/api/src/http/requests/idempotency/idempotency.ts',
    tests: ['tests/generated/repeats.test.ts'],
  },
  {
    sources: 'apps/api/src/http/pipeline.ts',
    tests: [
      'apps/api/src/http/pipeline.test.ts',
      'apps/api/src/http/http.test.ts',
      'apps/api/src/http/requests',
      'apps/api/src/http/limits/rate-limits.test.ts',
      'apps/api/src/stream/access',
      'packages/areas/src/prompts/before-writes',
    ],
  },
  {
    sources: 'packages/shared/src/db/idempotency.ts',
    tests: [
      'packages/shared/src/db/writes/idempotency.test.ts',
      'apps/api/src/http/requests/idempotency/idempotency.test.ts',
    ],
  },
  {
    sources: 'packages/shared/src/db/writes/',
    tests: [
      'packages/shared/src/db/writes',
      'apps/api/src/http/requests',
      'packages/shared/src/resource/rows',
    ],
  },
  { sources: 'packages/shared/src/resource/', tests: ['packages/shared/src/resource'] },
  {
    sources: 'packages/areas/src/auth/',
    tests: ['packages/areas/src/auth', 'packages/areas/src/mfa', 'packages/areas/src/users/status'],
  },
];
