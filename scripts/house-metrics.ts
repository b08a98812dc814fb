import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Metric, measure } from './house-metrics/measure.ts';

// Measures the cost of adding an area: `npm run house-metrics`. With `-- --places`, lists the places that are counted.

const { values } = parseArgs({ options: { places: { type: 'boolean', default: false } } });

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
