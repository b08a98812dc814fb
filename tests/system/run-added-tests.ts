import { createVitest } from 'vitest/node';

/** Test files of a copy of the repository, by parts of their paths. */
export interface AddedTests {
  /** Files of which every test runs. */
  whole: readonly string[];
  /** Files of which the tests run whose names match the pattern. */
  filtered: readonly string[];
  pattern: string;
  /** The file for the results, as Vitest's JSON reporter writes them. */
  report: string;
}

// Started in the copy. One run for both: each run migrates a database and loads the whole service.
const { whole, filtered, pattern, report }: AddedTests = JSON.parse(process.argv[2] ?? '');
const vitest = await createVitest('test', {
  run: true,
  // One worker: each transforms and loads the whole service of the copy. No second run would read a cache.
  maxWorkers: 1,
  fsModuleCache: false,
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
