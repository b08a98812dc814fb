import { table } from './measurements/report.ts';
import { percentile } from './measurements/statistics.ts';
import type { Tenant } from './organizations.ts';
import type { Ground, Installation } from './processes/installation.ts';
import type { Scenario } from './scenarios.ts';
import { createCompany, growCompany } from './whole/company.ts';

const usualRows = 100_000;
const smokeRows = 20;

/**
 * The cost of requests that are made to be expensive, one at a time: small ones without credentials, large or invalid
 * bodies, and lists of a large organization.
 */
export const limits: Scenario = async ({ ground, services, options, isSmoke, rows, only = '' }) => {
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const count = rows ?? (isSmoke ? smokeRows : usualRows);
  // Nothing is delivered to this address: the organization is grown by SQL.
  const created = await createCompany(service, 'http://127.0.0.1:9/');
  const { tenant } = await growCompany(service, created, count, 1);
  await service.database.query('vacuum analyze');
  const asked = [...publicRequests(), ...bodies(), ...reads()].filter(({ name }) => name.includes(only));
  const lines: string[][] = [];
  for (const one of asked)
    lines.push(await measure({ ground, service, tenant }, one, isSmoke ? 1 : 10 * options.rounds));
  return table([
    ['', 'status', 'sent KB', 'received KB', 'p50 ms', 'slowest ms', 'api CPU ms', 'PostgreSQL CPU ms'],
    ...lines,
  ]);
};

interface ExpensiveRequest {
  name: string;
  path: string;
  method?: 'POST' | 'PATCH';
  body?: unknown;
  isPublic?: boolean;
}

const object = (length: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`k${index.toString(36)}`, value]));
const repeat = <Value>(length: number, value: Value) => Array.from({ length }, () => value);

function publicRequests(): ExpensiveRequest[] {
  const login = { method: 'POST', path: '/auth/login' } as const;
  const wrong = { email: 'owner@example.test', password: 'x'.repeat(1_000), org_slug: 'nowhere' };
  const some: Omit<ExpensiveRequest, 'isPublic'>[] = [
    { name: 'public: health', path: '/health' },
    { name: 'public: one parameter 7,500 times', path: `/health?${'a&'.repeat(7_500)}` },
    { name: 'public: 2,500 parameters', path: `/health?${Object.keys(object(2_500)).join('&')}` },
    { name: 'public: 16 KiB of unknown fields', ...login, body: object(1_500) },
    { name: 'public: 850 KB of unknown fields', ...login, body: object(85_000) },
    { name: 'public: a wrong password', ...login, body: wrong },
    {
      name: 'public: an unknown refresh token',
      method: 'POST',
      path: '/auth/refresh',
      body: { refresh_token: 'x' },
    },
    { name: 'public: the OpenAPI document', path: '/docs.json' },
  ];
  return some.map((one) => ({ ...one, isPublic: true }));
}

function bodies(): ExpensiveRequest[] {
  const task = { method: 'POST', path: '/tasks' } as const;
  const template = { method: 'PATCH', path: '/prompt-templates/1' } as const;
  const values = repeat(100, 'x'.repeat(150));
  const leaf = { field: 'title', op: 'in', value: values };
  return [
    { name: 'body: 850 KB of unknown fields', ...task, body: object(85_000) },
    { name: 'body: 1,999 unknown fields', ...task, body: object(1_999) },
    { name: 'body: 9,999 items of a short list', ...task, body: { title: 'x', tags: repeat(9_900, 1) } },
    { name: 'body: 1 MiB in one string', ...task, body: { title: 'x'.repeat(1_000_000) } },
    {
      name: 'body: 9,900 custom headers',
      method: 'POST',
      path: '/webhooks',
      body: { headers: object(1_990) },
    },
    {
      name: 'condition: 49 comparisons of 99 values',
      ...template,
      body: { condition: { all: repeat(49, leaf) } },
    },
    {
      name: 'condition: 49 comparisons of 200 unknown keys',
      ...template,
      body: { condition: { all: repeat(49, object(200)) } },
    },
    { name: 'bulk: 200 tasks that do not exist', method: 'POST', path: '/tasks/bulk', body: bulk(200) },
    { name: 'bulk: 9,900 ids', method: 'POST', path: '/tasks/bulk', body: bulk(9_900) },
  ];
}

const bulk = (length: number) => ({
  ids: Array.from({ length }, (_, index) => 2_000_000_000 + index),
  patch: { priority: 'high' },
});

const [begin, end] = ['2000-01-01T00:00:00Z', '2090-01-01T00:00:00Z'];
const allTimes = `due_after=${begin}&due_before=${end}&updated_after=${begin}`;
/** A combination of filters for which there is no index. */
const everything = `q=contract&status=todo&priority=high&effort=m&task_type=task&${allTimes}&sort=title,-due_at,priority,-updated_at&limit=100`;

function reads(): ExpensiveRequest[] {
  return [
    { name: 'list: first page', path: '/tasks' },
    { name: 'list: four sorts', path: '/tasks?limit=100&sort=title,-due_at,priority,-updated_at' },
    { name: 'list: offset 90,000', path: '/tasks?limit=100&offset=90000&sort=title' },
    { name: 'list: offset 999,999,999', path: '/tasks?limit=100&offset=999999999&sort=title' },
    { name: 'list: total=exact', path: '/tasks?total=exact&q=contract' },
    { name: 'list: q of 100 characters', path: `/tasks?q=${'contract%20'.repeat(11)}x` },
    { name: 'list: q of two characters', path: '/tasks?q=zz' },
    { name: 'worst: 100 values of a filter', path: `/initiatives?status=${repeat(100, 'active').join(',')}` },
    { name: 'worst: all filters of tasks', path: `/tasks?${everything}` },
    { name: 'worst: all filters of tasks, exact', path: `/tasks?${everything}&total=exact&offset=50000` },
    { name: 'worst: tasks without a match, exact', path: '/tasks?q=zzqqxx&total=exact&sort=title' },
    { name: 'worst: tasks of all times', path: `/tasks?limit=100&${allTimes}&sort=-created_at,title` },
    {
      name: 'worst: tasks of all times, offset',
      path: `/tasks?limit=100&${allTimes}&sort=-title,due_at&offset=90000&total=exact`,
    },
    {
      name: 'worst: events of all times, page 900',
      path: `/events?limit=100&page=900&from=${begin}&to=${end}`,
    },
    { name: 'worst: audit log, q of two letters', path: '/audit-log?q=up&total=exact' },
    { name: 'worst: audit log, offset', path: `/audit-log?from=${begin}&to=${end}&offset=90000` },
    { name: 'worst: prompt runs, offset', path: '/prompt-runs?offset=90000&total=exact' },
    { name: 'list: events, page 1,000', path: '/events?limit=100&page=1000' },
    { name: 'audit log: q', path: '/audit-log?q=zzzz' },
    { name: 'audit log: verify', path: '/audit-log/verify' },
    { name: 'metadata of all resources', path: '/platform/metadata' },
  ];
}

interface Measuring {
  ground: Ground;
  service: Installation;
  tenant: Tenant;
}

/** Measures a request after a tenth of its repetitions, for which statements are planned. */
async function measure(
  { ground, service, tenant }: Measuring,
  one: ExpensiveRequest,
  count: number,
): Promise<string[]> {
  const text = one.body === undefined ? null : JSON.stringify(one.body);
  const send = () =>
    fetch(`${service.url}/api${one.path}`, {
      method: one.method ?? 'GET',
      headers: {
        ...(text === null ? {} : { 'content-type': 'application/json' }),
        ...(one.isPublic ? {} : tenant.headers),
      },
      body: text,
    });
  for (let n = 0; n < Math.ceil(count / 10); n += 1) await (await send()).text();
  const times: number[] = [];
  const before = [await service.api.processorMs(), await ground.postgresMs()] as const;
  let received = 0;
  let status = 0;
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    const response = await send();
    received = (await response.text()).length;
    status = response.status;
    times.push(performance.now() - start);
  }
  const after = [await service.api.processorMs(), await ground.postgresMs()] as const;
  return [
    one.name,
    String(status),
    ((one.path.length + (text?.length ?? 0)) / 1000).toFixed(1),
    (received / 1000).toFixed(1),
    percentile(times, 0.5).toFixed(1),
    Math.max(...times).toFixed(1),
    ((after[0] - before[0]) / count).toFixed(1),
    ((after[1] - before[1]) / count).toFixed(1),
  ];
}
