import path from 'node:path';
import { readArguments } from '@wfp/shared/arguments';
import { type Metric, measure } from './house-metrics/measure.ts';

const { values } = readArguments({
  usage: `Usage: npm run house-metrics -- [--places]
Measures the cost of adding an area.
  --places   list the places that are counted`,
  options: { places: { type: 'boolean', default: false } },
});

const metrics = await measure(path.dirname(import.meta.dirname));

const columns = (metric: Metric): [string, string, string] => [
  metric.name,
  `${metric.unit ? '≥' : '≤'} ${metric.aim}${metric.unit ?? ''}`,
  `${metric.now}${metric.unit ?? ''}`,
];
const table = [['metric', 'aim', 'now'] as const, ...metrics.map(columns)];
const widths = [0, 1, 2].map((index) => Math.max(...table.map((cells) => cells[index]?.length ?? 0)));
for (const cells of table)
  console.log(cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '));

console.log('\nmethods');
for (const { name, method, places } of metrics) {
  console.log(`- ${name}: ${method}`);
  if (values.places) for (const place of places) console.log(`    ${place}`);
}
process.exit();
