import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatTiming, root, runBinary, type StageSummary } from './stage-summary.ts';

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const maxSlowestShown = 10;

/**
 * Runs the tests whose path contains one of the filters, or all tests if there are no filters, except those whose path
 * matches a pattern of `excluded`.
 */
export async function runTests(
  filters: readonly string[],
  excluded: readonly string[],
): Promise<StageSummary> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workforce-report-'));
  const report = path.join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const chosen = excluded.map((pattern) => `--exclude=${pattern}`);
    const code = await runBinary('vitest', ['run', ...reporters, ...chosen, ...filters]);
    const text = await readFile(report, 'utf8').catch(() => null);
    if (text === null)
      return { passed: 0, failures: ['vitest wrote no report; see its output above'], slowest: [] };
    const tally = summarizeReport(JSON.parse(text) as VitestReport);
    if (code !== 0 && tally.failures.length === 0)
      tally.failures.push('vitest failed outside of tests; see above');
    return tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function summarizeReport({ numPassedTests, testResults }: VitestReport): StageSummary {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => `${file}: ${one.fullName}`);
    // A file that fails to load has no tests.
    return failed.length === 0 && status === 'failed' ? [`${file} failed to load`] : failed;
  });
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(root, name),
    ms: endTime - startTime,
  }));
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, maxSlowestShown);
  return {
    passed: numPassedTests,
    failures,
    slowest: ['\nSlowest files:', ...slowest.map(({ file, ms }) => formatTiming(ms, file))],
  };
}
