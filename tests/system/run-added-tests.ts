import { createVitest } from 'vitest/node';

/** The tests to run in a copy of the repository; files are given as parts of paths. */
export interface AddedTests {
  /** Files that run completely. */
  whole: readonly string[];
  /** Files of which only tests matching `pattern` run. */
  filtered: readonly string[];
  pattern: string;
  /** Output file of Vitest's JSON reporter. */
  report: string;
}

// Runs in the copy. One Vitest run for both groups: each run migrates a database and loads the whole service.
const { whole, filtered, pattern, report }: AddedTests = JSON.parse(process.argv[2] ?? '');
const vitest = await createVitest('test', {
  run: true,
  // One worker, because each worker loads the whole service.
  maxWorkers: 1,
  reporters: ['json'],
  outputFile: report,
});
await vitest.standalone();
const testNamePattern = new RegExp(pattern);
const matching = (await vitest.getRelevantTestSpecifications([...filtered])).map(({ project, moduleId }) =>
  project.createSpecification(moduleId, { testNamePattern }),
);
const complete = await vitest.getRelevantTestSpecifications([...whole]);
await vitest.runTestSpecifications([...complete, ...matching]);
await vitest.exit();
