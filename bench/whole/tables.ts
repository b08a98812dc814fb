import { table } from '../measurements/report.ts';
import { median } from '../measurements/statistics.ts';
import { peerName } from '../peer/parse-server.ts';
import { kindsOfWork } from './consequences.ts';
import type { WholeResult } from './measurement.ts';

/** `-` for a ratio that is not finite, because a short run has measured no CPU time. */
const fixed = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '-');
const percent = (share: number) => `${fixed(share * 100, 0)} %`;

/** Median of the ratios within each round; the ratio of the medians if the numbers of rounds differ. */
function ratio(mine: readonly number[], others: readonly number[]): number {
  if (mine.length !== others.length) return median(mine) / median(others);
  return median(mine.map((one, round) => one / (others[round] ?? Number.NaN)));
}

const costHeader = [
  'CPU ms per request, with all consequences',
  'req/s',
  '÷ floor',
  'p50 ms',
  'p99 ms',
  'API',
  'worker',
  'PostgreSQL',
  'sum',
  '× floor',
  'spread',
  'drain s',
  'others',
];

/** Rate, cost by process and drain time of each subject, compared with the floor's results of the same operation. */
export function costTable(results: readonly WholeResult[], floors: readonly WholeResult[]): string {
  return table([
    costHeader,
    ...results.map((one) => {
      const floor = floors.find(({ operation }) => operation === one.operation);
      return [
        one.name,
        one.perSecond.toFixed(0),
        floor ? fixed(ratio(one.rates, floor.rates), 2) : '-',
        one.p50.toFixed(0),
        one.p99.toFixed(0),
        one.apiMs.toFixed(2),
        one.workerMs.toFixed(2),
        one.postgresMs.toFixed(2),
        one.totalMs.toFixed(2),
        floor ? fixed(ratio(one.totals, floor.totals), 1) : '-',
        `${percent(one.rateSpread)}/${percent(one.totalSpread)}`,
        one.drainSeconds?.toFixed(1) ?? '-',
        one.foreign.toFixed(1),
      ];
    }),
  ]);
}

/** The time at which each kind of deferred work was done, and how much of it a request caused. */
export function drainTable(results: readonly WholeResult[]): string {
  const header = ['s until done', ...kindsOfWork, 'events', 'deliveries', 'runs', 'replaced'];
  const rows = results.flatMap(({ name, requests, drain, tally }) => {
    if (!drain || !tally) return [];
    const times = kindsOfWork.map((kind) => (drain[kind] / 1_000).toFixed(1));
    const counts = [tally.events, tally.deliveries, tally.succeeded_runs, tally.replaced_runs];
    return [[name, ...times, ...counts.map((count) => (count / requests).toFixed(2))]];
  });
  return table([header, ...rows]);
}

/** The service compared with the peer, in organizations of each size. */
export function peerLines(results: readonly WholeResult[]): string[] {
  const lines = results.flatMap((one) => {
    const peer = results.find(
      ({ name, operation }) => operation === one.operation && name.startsWith(peerName),
    );
    if (!peer || !one.installation.worker) return [];
    const rate = fixed(ratio(one.rates, peer.rates), 2);
    const cost = fixed(ratio(one.totals, peer.totals), 2);
    return [`${one.name} ÷ ${peer.name}: ${rate} times the rate, ${cost} times the CPU time`];
  });
  return lines.length > 0 ? [lines.join('\n')] : [];
}
