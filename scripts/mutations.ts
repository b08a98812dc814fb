import { exitWithUsage, readArguments } from '@wfp/shared/arguments';
import { runMutations } from './testing/mutations/run-mutations.ts';
import { reportSystematic } from './testing/mutations/systematic/report.ts';
import { runSystematic } from './testing/mutations/systematic/run-systematic.ts';

const defaultPaths = [
  'packages/shared/src/access',
  'packages/areas/src/access',
  'packages/shared/src/db/idempotency.ts',
  'packages/shared/src/db/writes',
  'apps/api/src/http/requests/authorize.ts',
  'apps/api/src/http/requests/idempotency/idempotency.ts',
];

const usage = `Usage: npm run test:mutations -- [<name…>]
       npm run test:mutations -- --systematic [--again] [--minutes <number>] [--tests <path>]… [<path…>]
Injects faults into the kernel, all or the named ones, and reports those that no test detects.

  --systematic  changes every condition, comparison, statement and SQL predicate of the source files at the paths, and runs
                related tests for each change. A path is a file, a folder or lines of a file (file.ts:12-20); the default is
                access, recorded writes and idempotency
  --again       with --systematic: only the changes that no test detected in the last run
  --tests       with --systematic: test files or folders to run instead of the related ones
  --minutes     with --systematic: ends after this time (default: 60); the other changes are reported as not run`;
const { positionals, values } = readArguments({
  usage,
  options: {
    systematic: { type: 'boolean' },
    again: { type: 'boolean' },
    tests: { type: 'string', multiple: true, default: [] },
    minutes: { type: 'string', default: '60' },
  },
  allowPositionals: true,
});
if (values.systematic) {
  if (!(Number(values.minutes) > 0)) exitWithUsage(usage, '--minutes must be a positive number');
  const outcomes = await runSystematic({
    paths: positionals.length > 0 ? positionals : defaultPaths,
    tests: values.tests,
    maxMs: Number(values.minutes) * 60_000,
    isRerun: values.again === true,
  });
  process.exitCode = reportSystematic(outcomes) ? 0 : 1;
} else {
  const { passed, failures } = await runMutations(positionals);
  for (const line of failures) console.log(`  ✗ ${line}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
