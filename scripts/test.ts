import { readArguments } from '@wfp/shared/arguments';
import { runChecks } from './testing/checks.ts';
import { runMutations } from './testing/mutations/run-mutations.ts';
import { runTests } from './testing/run-tests.ts';

const { positionals: filters } = readArguments({
  usage: `Usage: npm test [-- <path…>]
Runs all checks, then the tests; the last line counts both. With CI=true, also runs the tests of real processes and the
mutations of the kernel (npm run test:system, npm run test:mutations). With arguments, runs only tests whose path contains one
of them.`,
  allowPositionals: true,
});
const isCi = process.env.CI === 'true';
const tallies = filters.length > 0 ? [] : [await runChecks()];
const isWithoutSystem = filters.length === 0 && !isCi;
tallies.push(await runTests(filters, isWithoutSystem ? ['tests/system/**'] : []));
if (filters.length === 0 && isCi) tallies.push(await runMutations());
const failures = tallies.flatMap((tally) => tally.failures);
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
for (const { slowest } of tallies) for (const line of slowest) console.log(line);
if (isWithoutSystem)
  console.log(
    '\ntest: without tests/system, the tests of real processes: npm run test:system, or CI=true npm test',
  );
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ✗ ${line}`).join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
