// Permitted imports: contract ← kernel ← areas ← apps (docs/architecture.md).
// tests/tooling/boundaries.test.ts proves on a small tree of violations that every rule applies.

const kernel = '^packages/shared/src/';
const areas = '^packages/areas/src/';
const client = '^packages/client/src/';
const triageRules = '^packages/triage-rules/src/';
const apps = '^apps/';
const tests = '(?:\\.test\\.ts$|/testing/|^tests/|^bench/)';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycle', 'A cycle has no order in which it can be read.', {}, { circular: true }),
    rule(
      'resolvable',
      'An import that leads nowhere hides what it would break.',
      {},
      { couldNotResolve: true },
    ),
    rule(
      'contract-knows-nothing',
      'The contract is what everybody may know: it builds on zod alone.',
      { path: `${kernel}contract/`, pathNot: tests },
      { pathNot: [`${kernel}contract/`, 'node_modules/zod/'] },
    ),
    rule(
      'client-knows-nothing',
      'The client runs in other people’s programs, on Node, at the edge and in browsers: it needs what works there.',
      { path: client, pathNot: tests },
      { pathNot: [client, 'node_modules/(?:openapi-fetch|eventsource-parser)/'] },
    ),
    rule(
      'triage-rules-are-pure',
      'The triage rules are functions over a context that the caller passes: they read their own files and nothing else.',
      { path: triageRules, pathNot: tests },
      { pathNot: [triageRules, '^(?:fs|fs/promises|path|util)$'] },
    ),
    rule(
      'kernel-knows-no-area',
      'The kernel is below the areas; only its tests ask the whole service.',
      { path: kernel, pathNot: tests },
      { path: [areas, apps] },
    ),
    rule(
      'areas-know-no-app',
      'The areas are below the apps; only a test of an operation asks the whole service.',
      { path: areas, pathNot: tests },
      { path: apps },
    ),
    rule(
      'apps-are-separate',
      'Apps are processes: they meet in PostgreSQL and Redis.',
      { path: `${apps}([^/]+)/`, pathNot: tests },
      { path: apps, pathNot: `${apps}$1/` },
    ),
    rule(
      'area-through-index',
      'An area uses another only through its index.ts, and reacts to it through its announcements.ts.',
      { path: `${areas}([^/]+)/` },
      { path: `${areas}[^/]+/`, pathNot: [`${areas}$1/`, `${areas}[^/]+/(?:index|announcements)\\.ts$`] },
    ),
    rule(
      'announcements-use-kernel-alone',
      'Areas react to each other in both directions without a cycle, since announcements import no area.',
      { path: `${areas}[^/]+/announcements\\.ts$` },
      { path: '.', pathNot: [kernel] },
    ),
    rule(
      'apps-use-areas-whole',
      'Apps mount what the areas declare; they do not reach into one.',
      { path: apps, pathNot: tests },
      { path: `${areas}[^/]+/`, pathNot: `${areas}[^/]+/index\\.ts$` },
    ),
    rule(
      'prisma-in-db-and-stores',
      'Queries live in the kernel’s db, relay and row scope, and in the stores of areas.',
      {
        path: [kernel, areas, apps],
        pathNot: [
          `${kernel}(?:db|events|transfer)/`,
          `${kernel}access/row-scope\\.ts$`,
          '\\.store\\.ts$',
          tests,
        ],
      },
      { path: ['node_modules/@prisma/', `${kernel}db/generated/`] },
    ),
    rule(
      'database-through-its-doors',
      'Areas and apps use the database through @wfp/shared/db: three ways to read and two to write.',
      { path: [areas, apps], pathNot: tests },
      { path: `${kernel}db/`, pathNot: `${kernel}db/(?:index|operational|idempotency|generated/.+)\\.ts$` },
    ),
    rule(
      'idempotency-in-pipeline',
      'Only the pipeline of the API answers for an Idempotency-Key.',
      { path: [areas, apps], pathNot: [`${apps}api/src/http/`, tests] },
      { path: `${kernel}db/idempotency\\.ts$` },
    ),
    rule(
      'operational-by-few',
      'Statements across organizations: sign-in, signup, the relay, the lanes of a queue and operators only.',
      {
        path: [areas, apps],
        pathNot: [
          `${areas}(?:auth|mfa|signup)/.+\\.store\\.ts$`,
          `${areas}.+/lane\\.store\\.ts$`,
          `${areas}.+/[a-z-]+\\.lane\\.store\\.ts$`,
          `${areas}operations/.+\\.ts$`,
          tests,
        ],
      },
      { path: `${kernel}db/operational\\.ts$` },
    ),
    rule(
      'express-in-api',
      'HTTP ends in apps/api; the queue dashboard of the worker is made for Express.',
      { pathNot: [`${apps}api/`, `${apps}worker/src/board/dashboards\\.ts$`, tests] },
      { path: 'node_modules/(?:@types/)?express/' },
    ),
    rule(
      'bullmq-in-queue-and-worker',
      'Areas declare jobs; only the kernel’s queue and the worker know what runs them.',
      { pathNot: [`${kernel}queue/`, `${apps}worker/`, tests] },
      { path: 'node_modules/bullmq/' },
    ),
    rule(
      'no-test-in-production',
      'What only tests need must not be loaded by the service.',
      { path: [kernel, areas, apps], pathNot: tests },
      { path: tests },
    ),
    rule(
      'no-dev-dependency-in-production',
      'The image is built without development dependencies.',
      { path: [kernel, areas, apps, '^prisma/mig'], pathNot: tests },
      { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    ),
  ],
  options: {
    // dependency-cruiser does not support TypeScript 7: with the default parser it finds no imports and reports no error.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: `${kernel}db/generated/.+/` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
