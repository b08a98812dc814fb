// Permitted imports: contract ← kernel ← areas ← apps (docs/architecture.md).
// tests/tooling/boundaries.test.ts proves on a small tree of violations that every rule applies.

const kernel = '^packages/shared/src/';
const areas = '^packages/areas/src/';
const client = '^packages/client/src/';
const triageRules = '^packages/triage-rules/src/';
const apps = '^apps/';
const admin = '^apps/admin/';
const adminSource = '^apps/admin/src/';
/** `live` keeps what `api` loads current, and holds the tokens of its sessions: they are one layer. */
const adminLayers = [['kit'], ['api', 'live'], ['generic'], ['areas']];
const tests = '(?:\\.test\\.tsx?$|/testing/|^tests/|^bench/)';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycle', 'Modules in a cycle cannot be read or loaded in order.', {}, { circular: true }),
    rule('resolvable', 'An import must resolve to an existing module.', {}, { couldNotResolve: true }),
    rule(
      'contract-imports-zod-alone',
      'Every package may import the contract, so it imports zod alone.',
      { path: `${kernel}contract/`, pathNot: tests },
      { pathNot: [`${kernel}contract/`, 'node_modules/zod/'] },
    ),
    rule(
      'client-is-portable',
      'The client runs in programs of customers, on Node, at the edge and in browsers, so it imports only what works everywhere.',
      { path: client, pathNot: tests },
      { pathNot: [client, 'node_modules/(?:openapi-fetch|eventsource-parser)/'] },
    ),
    rule(
      'triage-rules-are-pure',
      'The triage rules are functions over a context that the caller passes: they read only their own files.',
      { path: triageRules, pathNot: tests },
      { pathNot: [triageRules, '^(?:fs|fs/promises|path|util)$'] },
    ),
    rule(
      'kernel-imports-no-area',
      'The kernel is below the areas; only its tests may use the whole service.',
      { path: kernel, pathNot: tests },
      { path: [areas, apps] },
    ),
    rule(
      'areas-import-no-app',
      'The areas are below the apps; only tests may use the whole service.',
      { path: areas, pathNot: tests },
      { path: apps },
    ),
    rule(
      'apps-are-separate',
      'Apps are processes that communicate only through PostgreSQL and Redis.',
      { path: `${apps}([^/]+)/`, pathNot: tests },
      { path: apps, pathNot: `${apps}$1/` },
    ),
    rule(
      'admin-uses-the-client-alone',
      'The admin application runs in browsers and uses only the public API: of this repository, it imports the client.',
      { path: adminSource, pathNot: tests },
      { path: '^(?:apps|packages|prisma|scripts)/', pathNot: [adminSource, client] },
    ),
    ...adminLayers.flatMap((layer, index) =>
      layer.map((folder) =>
        rule(
          `admin-${folder}-is-below`,
          `Layers of the admin application, lowest first: ${adminLayers.map((one) => one.join(' and ')).join(', ')}. A layer imports only itself and lower ones.`,
          { path: `${adminSource}${folder}/`, pathNot: tests },
          {
            path: adminSource,
            pathNot: adminLayers
              .slice(0, index + 1)
              .flatMap((lower) => lower.map((one) => `${adminSource}${one}/`)),
          },
        ),
      ),
    ),
    rule(
      'admin-area-through-index',
      'An area of the admin application uses another only through its index.ts.',
      { path: `${adminSource}areas/([^/]+)/`, pathNot: tests },
      { path: `${adminSource}areas/[^/]+/`, pathNot: [`${adminSource}areas/$1/`, '/index\\.ts$'] },
    ),
    rule(
      'area-through-index',
      'An area uses another only through its index.ts, and reacts to it through its announcements.ts.',
      { path: `${areas}([^/]+)/` },
      { path: `${areas}[^/]+/`, pathNot: [`${areas}$1/`, `${areas}[^/]+/(?:index|announcements)\\.ts$`] },
    ),
    rule(
      'announcements-use-kernel-alone',
      'Areas can react to each other without an import cycle, because announcements import no area.',
      { path: `${areas}[^/]+/announcements\\.ts$` },
      { path: '.', pathNot: [kernel] },
    ),
    rule(
      'apps-use-areas-whole',
      'Apps mount what the areas declare; they do not import the files of one.',
      { path: apps, pathNot: tests },
      { path: `${areas}[^/]+/`, pathNot: `${areas}[^/]+/index\\.ts$` },
    ),
    rule(
      'prisma-in-db-and-stores',
      'Queries are built in the kernel’s db, events, transfer and row scope, and in the stores of areas.',
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
      'Only the pipeline of the API handles Idempotency-Key.',
      { path: [areas, apps], pathNot: [`${apps}api/src/http/`, tests] },
      { path: `${kernel}db/idempotency\\.ts$` },
    ),
    rule(
      'operational-by-few',
      'Statements across organizations are only for sign-in, signup, the relay, lanes and operators.',
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
      'Only apps/api and the queue dashboard of the worker use Express.',
      { pathNot: [`${apps}api/`, `${apps}worker/src/board/dashboards\\.ts$`, tests] },
      { path: 'node_modules/(?:@types/)?express/' },
    ),
    rule(
      'bullmq-in-queue-and-worker',
      'Areas declare jobs; only the kernel’s queue and the worker use BullMQ.',
      { pathNot: [`${kernel}queue/`, `${apps}worker/`, tests] },
      { path: 'node_modules/bullmq/' },
    ),
    rule(
      'no-test-in-production',
      'The service must not load test code.',
      { path: [kernel, areas, apps], pathNot: tests },
      { path: tests },
    ),
    rule(
      'no-dev-dependency-in-production',
      'The image is built without development dependencies; of the admin application it contains only the built files.',
      { path: [kernel, areas, apps, '^prisma/mig'], pathNot: [admin, tests] },
      { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    ),
  ],
  options: {
    // dependency-cruiser does not support TypeScript 7: with the default parser it finds no imports and reports no error.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: [`${kernel}db/generated/.+/`, '^apps/admin/(?:dist|\\.build-[^/]+)/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
