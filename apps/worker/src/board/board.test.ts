import { Prisma } from '@wfp/shared/db';
import { LaneQueues } from '@wfp/shared/queue';
import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailLane } from '../../../../packages/areas/src/mail/mail.lane.ts';
import { type RunningWorker, startWorker } from '../start-worker.ts';
import { hashPassword } from './passwords.ts';
import { findSessionOperator, sessionCookie } from './session.ts';

const { sql } = Prisma;
const password = 'correct horse battery';
let service: TestService;
let worker: RunningWorker;
let laneQueues: LaneQueues;
let origin: string;
let ada: string;
let bob: string;

beforeAll(async () => {
  const hash = await hashPassword(password, { N: 1_024, r: 8, p: 1 });
  const OPERATORS = `ada:operator:${hash},bob:viewer:${hash}`;
  service = await startOwnService({ LOG_LEVEL: 'silent', OPERATORS });
  worker = await startWorker({ config: service.config, log: service.platform.log, only: 'mail', opsPort: 0 });
  laneQueues = new LaneQueues(service.platform, [mailLane]);
  origin = `http://localhost:${worker.opsPort}`;
  [ada, bob] = [await cookieOf('ada'), await cookieOf('bob')];
});
afterAll(async () => {
  await laneQueues?.close();
  await worker?.stop();
  await service?.stop();
});

interface RequestOptions {
  cookie?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}
async function send(
  method: string,
  path: string,
  { cookie = '', headers = { origin }, form }: RequestOptions = {},
) {
  const response = await fetch(`${origin}/queues${path}`, {
    method,
    redirect: 'manual',
    headers: { cookie, ...headers },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const signIn = (name: string, given = password) =>
  send('POST', '/sign-in', { form: { name, password: given } });
async function cookieOf(name: string): Promise<string> {
  const { headers } = await signIn(name);
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}
interface Entry {
  operator: string | null;
  action: string;
  queue: string | null;
  job: string | null;
  outcome: string;
}
/** Operator actions recorded while `work` ran. */
async function recordedBy(work: () => Promise<unknown>): Promise<Entry[]> {
  const all = () =>
    service.rows<Entry>(sql`select operator, action, queue, job, outcome from operator_actions order by id`);
  const before = (await all()).length;
  await work();
  return (await all()).slice(before);
}
const queue = () => laneQueues.queues[0] as LaneQueues['queues'][number];
/** Enqueues a job with an invalid payload, which fails. */
async function failedJob(): Promise<string> {
  const { failed = 0 } = await queue().getJobCounts('failed');
  await laneQueues.enqueue([{ queue: 'mail', key: `broken-${failed}`, payload: {} }]);
  const [job] = await eventually(
    () => queue().getFailed(0, 0),
    (jobs) => jobs[0]?.name === `broken-${failed}`,
  );
  return job?.id ?? '';
}

it('redirects to sign-in, and rejects API calls with 401, without a session', async () => {
  for (const path of ['', '/', '/queue/mail', '/static/favicon.ico', '/sign-out']) {
    const { status, headers } = await send('GET', path);
    expect([path, status, headers.get('location')]).toEqual([path, 303, '/queues/sign-in']);
  }
  for (const [method, path] of [
    ['GET', '/api/queues'],
    ['PUT', '/api/queues/pause'],
  ] as const)
    expect((await send(method, path)).status).toBe(401);
  expect((await send('GET', '/api/queues', { cookie: `${ada}x` })).status).toBe(401);
});

it('serves a page without links to other origins', async () => {
  const { status, text } = await send('GET', '', { cookie: ada });
  expect([status, text.includes('href="static/css/main.')]).toEqual([200, true]);
  expect(text).not.toMatch(/<(?:link|script|img)\b[^>]*(?:href|src)="(?:https?:)?\/\//i);
});

it('sets an HttpOnly, SameSite=Strict cookie for /queues, Secure under https', () => {
  const { config } = service;
  const [operator] = config.OPERATORS;
  if (!operator) throw new Error('No operator');
  const cookie = sessionCookie(config, operator);
  expect(cookie).toMatch(/; Path=\/queues; Max-Age=3600; HttpOnly; SameSite=Strict$/);
  const secure = { ...config, PUBLIC_URL: 'https://work.example.com' };
  expect(sessionCookie(secure, operator)).toMatch(/; Secure$/);
});

it('ends a session when the operator is removed, changes password or role, or after an hour', () => {
  const { config } = service;
  const [operator, viewer] = config.OPERATORS;
  if (!operator || !viewer) throw new Error('No operators');
  const withOperators = (...OPERATORS: (typeof config.OPERATORS)[number][]) => ({ ...config, OPERATORS });
  expect(findSessionOperator(config, `a=b; ${ada}`)?.name).toBe('ada');
  expect(findSessionOperator(withOperators(viewer), ada)).toBeNull();
  expect(findSessionOperator(withOperators({ ...operator, role: 'viewer' }), ada)).toBeNull();
  expect(findSessionOperator(withOperators({ ...operator, hash: `${operator.hash}x` }), ada)).toBeNull();
  expect(
    findSessionOperator({ ...config, JWT_SECRET: 'another secret, which is long enough' }, ada),
  ).toBeNull();
  expect(findSessionOperator(config, ada.replace('ada', 'bob'))).toBeNull();
  expect(findSessionOperator(config, ada, Date.now() + 3_601_000)).toBeNull();
});

it('rejects cross-origin changes and sign-ins with 403', async () => {
  const sign = { form: { name: 'ada', password } };
  const foreign: Record<string, string>[] = [{}, { origin: 'https://evil.example' }, { origin: 'null' }];
  for (const headers of foreign) {
    expect((await send('POST', '/sign-in', { ...sign, headers })).status).toBe(403);
    expect((await send('PUT', '/api/queues/mail/pause', { cookie: ada, headers })).status).toBe(403);
  }
  expect(await queue().isPaused()).toBe(false);
});

it('shows all queues and lets an operator retry, promote, clean and pause; each action is recorded', async () => {
  const shown = JSON.parse((await send('GET', '/api/queues', { cookie: ada })).text);
  const names = shown.queues.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['mail', 'webhooks', 'prompts', 'exports', 'maintenance']));
  const job = await failedJob();
  const put = async (path: string) =>
    expect((await send('PUT', `/api/queues/${path}`, { cookie: ada })).status).toBeOneOf([200, 204]);
  const entries = await recordedBy(async () => {
    await put(`mail/${job}/retry`);
    await eventually(
      async () => (await queue().getJob(job))?.attemptsStarted,
      (attempts) => attempts === 2,
    );
    await eventually(
      async () => (await queue().getJob(job))?.getState(),
      (state) => state === 'failed',
    );
    await put(`mail/${job}/clean`);
    await put('mail/pause');
    expect(await queue().isPaused()).toBe(true);
    await put('mail/resume');
    await put('mail/clean/failed');
    await put('mail/promote');
  });
  const recorded = (action: string, one: string | null = null) => ({
    operator: 'ada',
    action,
    queue: 'mail',
    job: one,
    outcome: 'asked',
  });
  expect(entries).toEqual([
    recorded('retry', job),
    recorded('clean', job),
    recorded('pause'),
    recorded('resume'),
    recorded('clean all failed'),
    recorded('promote all'),
  ]);
  expect(await queue().getJob(job)).toBeUndefined();
});

it('rejects adding and editing jobs, and obliterating a queue', async () => {
  const job = await failedJob();
  const entries = await recordedBy(async () => {
    for (const [method, path] of [
      ['POST', 'mail/add'],
      ['POST', 'mail/ADD'],
      ['PATCH', `mail/${job}/update-data`],
      ['PUT', 'mail/obliterate'],
      ['PUT', 'mail/concurrency'],
    ] as const)
      expect([path, (await send(method, `/api/queues/${path}`, { cookie: ada })).status]).toEqual([
        path,
        403,
      ]);
  });
  expect(entries.map(({ action, outcome }) => `${action}: ${outcome}`)).toEqual(
    Array(5).fill('something else: refused'),
  );
});

it('rejects an unknown status with 400', async () => {
  for (const status of ['%00', 'constructor', 'failed&status=x']) {
    const response = await send('GET', `/api/queues?status=${status}`, { cookie: ada });
    expect([status, response.status]).toEqual([status, 400]);
    expect(JSON.parse(response.text).error).toMatch(/^status must be one of: latest, active, /);
  }
  const { status, headers } = await send('GET', '/api/queues?activeQueue=mail&status=waiting-children', {
    cookie: ada,
  });
  expect([status, headers.get('x-powered-by')]).toEqual([200, null]);
  expect((await send('GET', '', { cookie: ada })).headers.get('x-powered-by')).toBeNull();
});

it('gives a viewer read-only access', async () => {
  const job = await failedJob();
  const { queues } = JSON.parse((await send('GET', '/api/queues', { cookie: bob })).text);
  expect(queues.every(({ readOnlyMode }: { readOnlyMode: boolean }) => readOnlyMode)).toBe(true);
  const entries = await recordedBy(async () => {
    for (const path of [`mail/${job}/retry`, 'mail/clean/failed', 'pause'])
      expect((await send('PUT', `/api/queues/${path}`, { cookie: bob })).status).toBe(403);
  });
  expect(entries.map(({ operator, outcome }) => [operator, outcome])).toEqual(
    Array(3).fill(['bob', 'refused']),
  );
  expect(await (await queue().getJob(job))?.getState()).toBe('failed');
});

it('rejects actions that cannot be recorded; records are append-only', async () => {
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  await database.query('alter table operator_actions rename to away');
  const { status } = await send('PUT', '/api/queues/mail/pause', { cookie: ada });
  await database.query('alter table away rename to operator_actions');
  expect([status, await queue().isPaused()]).toEqual([503, false]);
  for (const change of ['update operator_actions set ip = null', 'delete from operator_actions'])
    await expect(database.query(change)).rejects.toThrow('append-only');
  await database.end();
});

it('rejects a sign-in form that is too large with 413, with and without a declared length', async () => {
  const form = new URLSearchParams({ name: 'ada', password: 'x'.repeat(5_000) }).toString();
  const stream = new Blob([form, form.slice(0, 100)]).stream();
  const entries = await recordedBy(async () => {
    for (const body of [form, stream]) {
      const init: RequestInit = { method: 'POST', headers: { origin }, body, duplex: 'half' };
      const response = await fetch(`${origin}/queues/sign-in`, init);
      expect([response.status, response.headers.get('set-cookie')]).toEqual([413, null]);
      expect(await response.text()).toContain('The form is too large.');
    }
  });
  expect(entries).toEqual([]);
});

it('signs out', async () => {
  expect((await send('GET', '/sign-out', { cookie: bob })).text).toContain('You are bob, viewer.');
  const { headers } = await send('POST', '/sign-out', { cookie: bob });
  expect(headers.get('set-cookie')).toMatch(/^wfp_operator=; .*Max-Age=0/);
});

it('rejects wrong passwords and unknown names alike with 401, and too many attempts with 429', async () => {
  const entries = await recordedBy(async () => {
    const [wrong, unknown] = [await signIn('ada', 'wrong'), await signIn('eve')];
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.text).toBe(wrong.text);
    expect(unknown.headers.get('set-cookie')).toBeNull();
  });
  expect(entries.map(({ operator, outcome }) => [operator, outcome])).toEqual([
    ['ada', 'asked'],
    ['ada', 'refused'],
    [null, 'asked'],
    [null, 'refused'],
  ]);
  const excess = await Promise.all(Array.from({ length: 10 }, () => signIn('ada', 'wrong')));
  expect(excess.filter(({ status }) => status === 401)).toHaveLength(6);
  expect(excess.filter(({ status }) => status === 429)).toHaveLength(4);
  expect((await signIn('ada')).status).toBe(429);
});
