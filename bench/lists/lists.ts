import { table } from '../measurements/report.ts';
import { percentile } from '../measurements/statistics.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario } from '../scenarios.ts';
import { type Company, createCompany, growCompany } from '../whole/company.ts';
import { routesOf } from './requests.ts';

const usualRows = 100_000;
const smokeRows = 20;
/** With these, a task has ten events. */
const updatesOfTask = 7;

/**
 * Response times of lists in an organization with many tasks and ten events each, one request at a time: each sort of
 * tasks, each filter of tasks, events, audit log and prompt runs, searches, and deep pages. The slowest come first.
 */
export const lists: Scenario = async ({ services, options, isSmoke, rows, only = '' }) => {
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const count = rows ?? (isSmoke ? smokeRows : usualRows);
  // Nothing is delivered to this address: the organization is grown by SQL.
  const created = await createCompany(service, 'http://127.0.0.1:9/');
  const company = await growCompany(service, created, count, updatesOfTask);
  await service.database.query('vacuum analyze');
  const asked = (await routesOf(service, company)).filter((route) => route.includes(only));
  const measured: Measured[] = [];
  for (const route of asked)
    measured.push(await measure(service, company, route, isSmoke ? 1 : 50 * options.rounds));
  const header = [
    `lists, ${count.toLocaleString('en')} tasks`,
    'p50 ms',
    'p99 ms',
    'slowest',
    'rows',
    'total',
  ];
  return table([header, ...measured.sort((a, b) => b.p99 - a.p99).map(lineOf)]);
};

interface Measured {
  route: string;
  p50: number;
  p99: number;
  slowest: number;
  rows: number;
  total: string;
}

const lineOf = ({ route, p50, p99, slowest, rows, total }: Measured): string[] => [
  route,
  p50.toFixed(1),
  p99.toFixed(1),
  slowest.toFixed(1),
  String(rows),
  total,
];

interface ListBody {
  data: unknown[];
  total?: number;
  total_is_exact?: boolean;
}

/** Measures a list after a tenth of its requests, for which statements are planned. */
async function measure(
  { url }: Installation,
  { tenant }: Company,
  route: string,
  count: number,
): Promise<Measured> {
  const times: number[] = [];
  let body: ListBody = { data: [] };
  for (let n = -Math.ceil(count / 10); n < count; n += 1) {
    const start = performance.now();
    const response = await fetch(`${url}/api${route}`, { headers: tenant.headers });
    body = (await response.json()) as ListBody;
    if (response.status !== 200) throw new Error(`${route}: ${response.status} ${JSON.stringify(body)}`);
    if (n >= 0) times.push(performance.now() - start);
  }
  const bound = body.total_is_exact === false ? '+' : '';
  return {
    route: route.replace(/(?<=[?&]after=)[^&]+/, '…'),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    slowest: Math.max(...times),
    rows: body.data.length,
    total: body.total === undefined ? '' : `${body.total}${bound}`,
  };
}
