import { randomBytes } from 'node:crypto';
import { areas, authenticate } from '@wfp/areas';
import { createLogger, type RunningPlatform, startPlatform } from '@wfp/shared';
import { readConfig } from '@wfp/shared/config';
import pg from 'pg';
import { table } from './measurements/report.ts';
import { median } from './measurements/statistics.ts';
import { get, post } from './organizations.ts';
import type { Ground, Installation } from './processes/installation.ts';
import type { Scenario } from './scenarios.ts';

/** Grants per caller, up to the limit. Half of them, but at most six, are of built-in roles; the others are of custom roles. */
const grantCounts = [1, 5, 20, 200];
const grantCountsWithKey = [20, 200];
const maxRolesOfNewUser = 20;
const callsAtOnce = 16;
const password = 'a perfectly fine password';
const asked = 'task:read';

/** A repeated call, with its average CPU time in this process and in PostgreSQL, by measurement. */
interface Subject {
  name: string;
  call(): Promise<unknown>;
  processMs: number[];
  postgresMs: number[];
}

/**
 * Cost of authenticating and authorizing a caller, compared with one statement by key through `pg`. Runs in this
 * process without HTTP, so that nothing else is measured.
 */
export const auth: Scenario = async ({ ground, services, options, isSmoke }) => {
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const config = readConfig({ ...service.settings, LOG_LEVEL: 'error' });
  const platform = startPlatform({ config, log: createLogger('bench', 'error'), areas });
  const pool = new pg.Pool({ connectionString: config.DATABASE_URL, max: config.DATABASE_POOL_SIZE / 2 });
  try {
    const subjects = [raw(pool), ...(await callersOf(service, platform))];
    const calls = isSmoke ? 8 : 20_000;
    for (const one of subjects) await repeat(one.call, calls / 4);
    for (let round = 0; round < options.rounds; round += 1) {
      for (const one of round % 2 === 0 ? subjects : subjects.toReversed()) await measure(ground, one, calls);
    }
    return figuresOf(subjects);
  } finally {
    await pool.end();
    await platform.close();
  }
};

/** Minimum cost of a database query: one row by key, with a cached plan. */
function raw(pool: pg.Pool): Subject {
  const text = 'select id, status from users where org_id = $1 and id = $2';
  const call = () => pool.query({ name: 'raw', text, values: [1, 1] });
  return { name: 'one row by key, pg alone', call, processMs: [], postgresMs: [] };
}

/** A credential, by the name of its measurement. */
interface Authenticated {
  name: string;
  token: string;
}

/** The check of the request pipeline, for sessions with few and with many grants, and for API keys. */
async function callersOf(service: Installation, platform: RunningPlatform): Promise<Subject[]> {
  const owner = await organization(service);
  const sessions: Authenticated[] = [];
  const keys: Authenticated[] = [];
  for (const count of grantCounts) {
    const token = await personWith(service, owner, count);
    sessions.push({ name: `session, ${count} grants`, token });
    if (!grantCountsWithKey.includes(count)) continue;
    const authorization = `Bearer ${token}`;
    const { key } = (await post(service, '/api-keys', { name: 'Bench' }, { authorization })) as {
      key: string;
    };
    keys.push({ name: `API key, ${count} grants`, token: key });
  }
  const origin = { request_id: 'bench', ip: null, user_agent: null };
  const emits = new Set<string>();
  return [...sessions, ...keys].map(({ name, token }) => ({
    name,
    call: async () => {
      const caller = await authenticate(platform, token, origin, emits);
      if (!caller.rowScopeFor(asked)) throw new Error(`${name} may not ${asked}`);
    },
    processMs: [],
    postgresMs: [],
  }));
}

interface Owner {
  slug: string;
  headers: Record<string, string>;
}

async function organization(service: Installation): Promise<Owner> {
  const slug = `bench-${randomBytes(6).toString('hex')}`;
  const signup = { org_name: 'Bench', org_slug: slug, email: 'owner@example.test', password };
  const login = await post(service, '/public/signup', { ...signup, first_name: 'Olga', last_name: 'Owner' });
  return { slug, headers: { authorization: `Bearer ${(login as { access_token: string }).access_token}` } };
}

/**
 * Creates a user with `count` grants and signs in. The first role is `employee`, which permits creating a key; other
 * built-in roles and custom roles follow.
 */
async function personWith(service: Installation, { slug, headers }: Owner, count: number): Promise<string> {
  const roles = await get<{ data: { id: number; code: string }[] }>(service, '/roles?limit=100', headers);
  const builtin = ['employee', 'viewer', 'manager', 'hr', 'auditor', 'admin'];
  const role_ids = builtin
    .slice(0, Math.ceil(count / 2))
    .flatMap((code) => roles.data.filter((role) => role.code === code).map(({ id }) => id));
  const permissions = ['task', 'team', 'employee', 'user', 'role'].flatMap((resource) => [
    { permission: `${resource}:read`, scopes: ['org'] },
    { permission: `${resource}:create`, scopes: ['org'] },
  ]);
  while (role_ids.length < count) {
    const code = `bench_${count}_${role_ids.length}`;
    const role = await post(service, '/roles', { code, name: code, permissions }, headers);
    role_ids.push((role as { id: number }).id);
  }
  const email = `person-${count}@example.test`;
  const person = { email, first_name: 'Paula', last_name: 'Person', password };
  const first = { ...person, role_ids: role_ids.slice(0, maxRolesOfNewUser) };
  const { id: user_id } = (await post(service, '/users', first, headers)) as { id: number };
  for (const role_id of role_ids.slice(maxRolesOfNewUser))
    await post(service, '/grants', { user_id, role_id }, headers);
  const login = await post(service, '/auth/login', { email, password, org_slug: slug }, {}, 200);
  return (login as { access_token: string }).access_token;
}

async function repeat(call: () => Promise<unknown>, times: number): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: Math.min(callsAtOnce, times) }, async () => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    }),
  );
}

async function measure(ground: Ground, subject: Subject, calls: number): Promise<void> {
  const postgresBefore = await ground.postgresMs();
  const before = process.cpuUsage();
  await repeat(subject.call, calls);
  const { user, system } = process.cpuUsage(before);
  subject.processMs.push((user + system) / 1_000 / calls);
  subject.postgresMs.push(((await ground.postgresMs()) - postgresBefore) / calls);
}

function figuresOf(subjects: readonly Subject[]): string {
  const inAll = (one: Subject) => median(one.processMs) + median(one.postgresMs);
  const [floor] = subjects;
  return table([
    ['', 'process CPU ms', 'PostgreSQL CPU ms', 'together', '÷ one row by key'],
    ...subjects.map((one) => [
      one.name,
      median(one.processMs).toFixed(3),
      median(one.postgresMs).toFixed(3),
      inAll(one).toFixed(3),
      floor && inAll(floor) > 0 ? (inAll(one) / inAll(floor)).toFixed(2) : '-',
    ]),
  ]);
}
