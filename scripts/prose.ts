import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readArguments } from '@wfp/shared/arguments';
import { findProblems, findStaleExemptions } from './prose/find-problems.ts';

readArguments({
  usage: `Usage: npm run prose
Checks comments, strings and pages against the word list in scripts/prose/word-list.ts.`,
});

/** Files that are generated from checked sources, and the word list and its test. */
const generated =
  /(?:^|\/)(?:generated|dist)\/|api-types\.ts$|^docs\/openapi|^scripts\/prose\/(?:word-list|prose\.test)\.ts$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => file !== '' && !generated.test(file) && existsSync(file));
const contents = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

const problems = [...contents].flatMap(([file, content]) => findProblems(file, content));
for (const { file, line, text, advice } of problems) console.log(`${file}:${line}: ${text}\n  ${advice}`);
const stale = findStaleExemptions(contents);
for (const { file, text } of stale) {
  console.log(`scripts/prose/word-list.ts: remove the entry "${text}": ${file} no longer contains it`);
}
if (problems.length + stale.length > 0) {
  console.log(`\n${problems.length} lines to rewrite, ${stale.length} exemptions to remove`);
  process.exitCode = 1;
}
