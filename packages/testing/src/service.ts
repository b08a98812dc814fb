import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningApi, startApi } from '@wfp/api/start';
import { areas } from '@wfp/areas';
import { type MailContent, openMail, type Platform, type RunningPlatform, startPlatform } from '@wfp/shared';
import { type Config, readConfig } from '@wfp/shared/config';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { answered } from './answers.ts';
import { createTestDatabase, testRedis } from './database.ts';
import { createTestLogger } from './test-logger.ts';

export { answered } from './answers.ts';

/** An answer as a test looks at it. */
export interface Answer<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Somebody signed in, who can call the service. */
export interface Client {
  token: string;
  user: { id: number; org_id: number; org_name: string; email: string };
  call<Body = any>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
}

/** A service of its own for a test file: database, Redis prefix, one API pod, and more on request. */
export interface TestService {
  config: Config;
  url: string;
  /** For looking into the database behind the service. */
  platform: RunningPlatform;
  /** Calls without credentials. */
  call<Body = any>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Signs up a new organization and returns its owner. Its address counts as confirmed unless said otherwise. */
  newOrganization(name?: string, isVerified?: boolean): Promise<Client>;
  /** Adds a user with built-in roles to a client's organization and signs them in. */
  newUser(by: Client, roles: string[]): Promise<Client>;
  /** Another API pod on the same database, unless its settings say otherwise; stopped with the service. */
  startPod(settings?: Partial<Config>): Promise<string>;
  /** What was put into the outbox for an address, oldest first. */
  mails(to: string): Promise<OutgoingMail[]>;
  /** Rows of the database, for assertions. */
  rows<Row = any>(sql: Prisma.Sql): Promise<Row[]>;
  stop(): Promise<void>;
}

/** A message of the outbox that was not sent yet, opened. */
export interface OutgoingMail extends MailContent {
  kind: string;
}

export const testPassword = 'a perfectly fine password';
let counter = 0;

/** The configuration that services in tests run with. */
export function testConfig(
  urls: { databaseUrl: string; redisUrl: string; prefix: string },
  overrides: Record<string, string> = {},
): Config {
  return readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: urls.databaseUrl,
    DATABASE_POOL_SIZE: '8',
    REDIS_URL: urls.redisUrl,
    REDIS_PREFIX: urls.prefix,
    JWT_SECRET: 'a secret that only tests sign their tokens with',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    LOG_LEVEL: 'error',
    ...overrides,
  });
}

/** Starts a service for a test file. Call `stop` after the last test. */
export async function startService(overrides: Record<string, string> = {}): Promise<TestService> {
  const database = await createTestDatabase();
  const redis = testRedis();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wfp-data-'));
  const config = testConfig(
    { databaseUrl: database.url, redisUrl: redis.url, prefix: redis.prefix },
    { DATA_DIR: dataDir, ...overrides },
  );
  const log = createTestLogger(config.LOG_LEVEL);
  const platform = startPlatform({ config, log, areas });
  const pods: RunningApi[] = [];
  const startPod = async (settings: Partial<Config> = {}) => {
    const pod = await startApi({ config: { ...config, ...settings }, log, port: 0 });
    pods.push(pod);
    return `http://localhost:${pod.port}`;
  };
  const url = await startPod();
  const call = caller(url, null);
  const newOrganization = async (name?: string, isVerified = true) => {
    const owner = await signUp(url, name);
    if (isVerified) await verify(platform, owner.user.org_id);
    return owner;
  };
  return {
    config,
    url,
    platform,
    call,
    newOrganization,
    newUser: (by, roles) => addUser(url, by, roles),
    startPod,
    mails: (to) => mailsTo(platform, to),
    rows: (sql) => readCrossTenant(platform, sql),
    stop: async () => {
      await Promise.all(pods.map((pod) => pod.stop()));
      await platform.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function caller(url: string, token: string | null): TestService['call'] {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    answered({ method, path }, { status: response.status, headers: response.headers, text });
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
}

async function verify(platform: Platform, org_id: number): Promise<void> {
  await executeOperational(
    platform,
    Prisma.sql`update organizations set status = 'active', verified_at = now() where id = ${org_id} returning id`,
  );
}

async function mailsTo(platform: Platform, to: string): Promise<OutgoingMail[]> {
  const rows = await readCrossTenant<{ org_id: number; kind: string; content_enc: Uint8Array }>(
    platform,
    Prisma.sql`select org_id, kind, content_enc from mails
      where to_address = ${to} and content_enc is not null order by id`,
  );
  return rows.map(({ org_id, kind, content_enc }) => ({
    kind,
    ...openMail(platform.config, org_id, content_enc),
  }));
}

/** A client for a token and the user behind it. */
export function clientOf(url: string, login: { access_token: string; user: Client['user'] }): Client {
  return { token: login.access_token, user: login.user, call: caller(url, login.access_token) };
}

/** Where addresses are counted and a proxy is trusted, each of these calls comes from another one. */
const fromElsewhere = () => ({ 'x-forwarded-for': `2001:db8:ffff:${counter.toString(16)}::1` });

async function signUp(url: string, name?: string): Promise<Client> {
  counter += 1;
  const organization = {
    org_name: name ?? `Organization ${counter}`,
    org_slug: `org-${counter}-${process.pid}`,
    email: `owner${counter}@example.test`,
    password: testPassword,
    first_name: 'Olga',
    last_name: 'Owner',
  };
  const { status, body } = await caller(url, null)('POST', '/public/signup', organization, fromElsewhere());
  if (status !== 201) throw new Error(`Signup answered ${status}: ${JSON.stringify(body)}`);
  return clientOf(url, body);
}

async function addUser(url: string, by: Client, roles: string[]): Promise<Client> {
  counter += 1;
  const email = `user${counter}@example.test`;
  const known = await by.call('GET', '/roles?limit=100');
  const role_ids = known.body.data
    .filter((role: any) => roles.includes(role.code))
    .map((role: any) => role.id);
  const person = { email, first_name: 'Uma', last_name: `User ${counter}`, password: testPassword, role_ids };
  const created = await by.call('POST', '/users', person);
  if (created.status !== 201)
    throw new Error(`Creating a user answered ${created.status}: ${JSON.stringify(created.body)}`);
  const me = await by.call('GET', '/users/me');
  const credentials = { email, password: testPassword, org_slug: me.body.org_slug };
  const login = await caller(url, null)('POST', '/auth/login', credentials, fromElsewhere());
  return clientOf(url, login.body);
}
