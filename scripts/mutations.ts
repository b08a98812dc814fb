import { runMutations } from './testing/mutations/run-mutations.ts';

// `npm run test:mutations [-- <name…>]`: injects faults into the kernel and reports those that no test detects.

const { passed, failures } = await runMutations(process.argv.slice(2));
for (const line of failures) console.log(`  ✗ ${line}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
