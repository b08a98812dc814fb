import { describeList, measureList } from '../lists/measured-list.ts';
import { table } from '../measurements/report.ts';
import { percentile } from '../measurements/statistics.ts';
import { signUp, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario } from '../scenarios.ts';
import { growPeople, type LargeCompany } from './growth.ts';

const usualRows = 10_000;
const smokeRows = 20;

/**
 * Response times of lists of people and of the company in an organization with 10,000 employees and half as many places, one
 * request at a time, each compared with a bare statement that reads a page of the same table by its key.
 */
export const people: Scenario = async ({ services, options, isSmoke, rows, only = '' }) => {
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const employees = rows ?? (isSmoke ? smokeRows : usualRows);
  const [tenant] = await signUp(service, 1);
  if (!tenant) throw new Error('No organization was created');
  const company = await growPeople(service, tenant, { employees, places: Math.ceil(employees / 2) });
  const lines: { p99: number; cells: string[] }[] = [];
  const count = isSmoke ? 1 : 50 * options.rounds;
  for (const route of routesOf(company).filter((one) => one.includes(only))) {
    const measured = await measureList(service, tenant, route, count);
    const bare = await measureBare(
      service,
      tenant,
      route.startsWith('/places') ? 'places' : 'employees',
      count,
    );
    const cells = [...describeList(measured), bare.toFixed(2), (measured.p50 / bare).toFixed(1)];
    lines.push({ p99: measured.p99, cells });
  }
  const size = employees.toLocaleString('en');
  const header = [
    `people, ${size} employees`,
    'p50 ms',
    'p99 ms',
    'slowest',
    'rows',
    'total',
    'bare p50',
    '÷ bare',
  ];
  return table([header, ...lines.sort((a, b) => b.p99 - a.p99).map(({ cells }) => cells)]);
};

/** Returns the median time of a statement that reads a page by the key, through `pg` alone. */
async function measureBare(
  { database }: Installation,
  { org_id }: Tenant,
  name: 'places' | 'employees',
  count: number,
): Promise<number> {
  const times: number[] = [];
  for (let n = -Math.ceil(count / 10); n < count; n += 1) {
    const start = performance.now();
    await database.query({
      name: `bare ${name}`,
      text: `select * from ${name} where org_id = $1 and deleted_at is null order by id limit 25`,
      values: [org_id],
    });
    if (n >= 0) times.push(performance.now() - start);
  }
  return percentile(times, 0.5);
}

const withQueries = (path: string, queries: string) =>
  ['', ...queries.trim().split(/\s+/)].map((query) => `${path}?${query}`);

function routesOf({ employee, manager, team, place, position }: LargeCompany): string[] {
  return [
    ...withQueries(
      '/employees',
      `q=person q=ada q=zzzz sort=-hire_date sort=updated_at sort=employee_number team_id=${team} manager_id=${manager}
      place_id=${place} position_id=${position} status=active employment_type=full_time hired_from=2023-01-01
      offset=8000 sort=-name&status=active as_of=2024-06-01`,
    ),
    ...withQueries(
      '/places',
      `q=room q=zzzz sort=-name kind=room parent_id=${place} capacity_from=10 offset=4000`,
    ),
    `/employees/${employee}/changes`,
    ...withQueries('/teams', 'sort=-name'),
    ...withQueries('/positions', 'sort=title'),
    ...withQueries('/holiday-calendars', 'sort=-name'),
    ...withQueries('/work-schedules', 'sort=-name'),
  ];
}
