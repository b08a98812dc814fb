import { type Measured, pairedRatio } from './rounds.ts';

/** Aligns rows of text as columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

const header = [
  '',
  'req/s',
  'p50 ms',
  'p99 ms',
  'api CPU ms',
  'worker CPU ms',
  'PostgreSQL CPU ms',
  'spread',
  'others',
];

/** Results of all subjects, one per line; CPU time is per request. */
export function figures(measured: readonly Measured[]): string {
  return table([
    header,
    ...measured.map((one) => [
      one.name,
      one.perSecond.toFixed(0),
      one.p50.toFixed(1),
      one.p99.toFixed(1),
      one.apiMs.toFixed(3),
      one.workerMs.toFixed(3),
      one.postgresMs.toFixed(3),
      `${(one.spread * 100).toFixed(0)} %`,
      one.foreign.toFixed(2),
    ]),
  ]);
}

/** A line with one subject's throughput as a share of another's (`pairedRatio`). */
export function ratioLine(one: Measured, other: Measured): string {
  return `${one.name} ÷ ${other.name}: ${pairedRatio(one, other).toFixed(2)}`;
}
