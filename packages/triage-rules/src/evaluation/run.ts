// Prints the results on the evaluation set. `-- --part tuning --misses` prints the cases that fail.

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
