// Prints the scores of the held-out part of the evaluation set; with `-- --part tuning`, of the tuning part. With
// `-- --misses`, also prints the wrong predictions.

import { parseArgs } from 'node:util';
import { evaluate } from './evaluate.ts';
import { loadCases } from './load.ts';
import { formatTables } from './tables.ts';

const { values } = parseArgs({
  options: { part: { type: 'string', default: 'held-out' }, misses: { type: 'boolean', default: false } },
});
const part = values.part === 'tuning' ? 'tuning' : 'held-out';
const figures = evaluate(await loadCases(part));
process.stdout.write(`The ${part} part of the evaluation set\n\n${formatTables(figures)}`);
if (values.misses) process.stdout.write(`\n${figures.misses.join('\n')}\n`);
