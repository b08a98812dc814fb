import { readArguments } from '@wfp/shared/arguments';
import { runMutations } from './testing/mutations/run-mutations.ts';

const { positionals } = readArguments({
  usage: `Usage: npm run test:mutations -- [<name…>]
Injects faults into the kernel, all or the named ones, and reports those that no test detects.`,
  allowPositionals: true,
});
const { passed, failures } = await runMutations(positionals);
for (const line of failures) console.log(`  ✗ ${line}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
