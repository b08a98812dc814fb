import { table } from '../measurements/report.ts';
import type { Scenario } from '../scenarios.ts';
import { createCompany, growCompany } from '../whole/company.ts';
import { describeList, type MeasuredList, measureList } from './measured-list.ts';
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
  const measured: MeasuredList[] = [];
  for (const route of asked)
    measured.push(await measureList(service, company.tenant, route, isSmoke ? 1 : 50 * options.rounds));
  const header = [
    `lists, ${count.toLocaleString('en')} tasks`,
    'p50 ms',
    'p99 ms',
    'slowest',
    'rows',
    'total',
  ];
  return table([header, ...measured.sort((a, b) => b.p99 - a.p99).map(describeList)]);
};
