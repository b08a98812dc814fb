import { readArguments } from '@wfp/shared/arguments';
import { evaluate } from '../packages/triage-rules/src/evaluation/evaluate.ts';
import { loadCases } from '../packages/triage-rules/src/evaluation/load.ts';
import { formatTables } from '../packages/triage-rules/src/evaluation/tables.ts';

const { values } = readArguments({
  usage: `Usage: npm run evaluate-prompts -- [--part <held-out|tuning>] [--misses]
Runs the rules on the evaluation set and prints their scores.
  --part <part>   held-out (the default) or tuning
  --misses        also print the wrong predictions`,
  options: { part: { type: 'string', default: 'held-out' }, misses: { type: 'boolean', default: false } },
});
const part = values.part === 'tuning' ? 'tuning' : 'held-out';
const figures = evaluate(await loadCases(part));
process.stdout.write(`The ${part} part of the evaluation set\n\n${formatTables(figures)}`);
if (values.misses) process.stdout.write(`\n${figures.misses.join('\n')}\n`);
