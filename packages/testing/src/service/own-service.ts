import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningApi, startApi } from '@wfp/api/start';
import { areas } from '@wfp/areas';
import {
  decryptMail,
  type Logger,
  type MailContent,
  type PasswordCost,
  type Platform,
  type RunningPlatform,
  startPlatform,
} from '@wfp/shared';
import { type Config, readConfig } from '@wfp/shared/config';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { createTestDatabase, type TestDatabase, testRedis } from '../databases/database.ts';
import { Accounts } from './accounts.ts';
import { type Client, createCaller, type EndpointCaller } from './client.ts';
import { createTestLogger } from './test-logger.ts';

/** A service for a test file: a database, a Redis prefix and an API pod. More pods can be started. */
export interface TestService {
  config: Config;
  url: string;
  /** For direct access to the database. */
  platform: RunningPlatform;
  /** Calls without credentials. */
  call: EndpointCaller;
  /**
   * Signs up an organization and returns its owner.
   *
   * @param isVerified marks the organization as verified; default true
   */
  newOrganization(name?: string, isVerified?: boolean): Promise<Client>;
  /** Adds a user with roles to the client's organization and signs in. */
  newUser(by: Client, roles: string[]): Promise<Client>;
  /** Starts another API pod and returns its URL. It stops with the service. */
  startPod(settings?: Partial<Config>): Promise<string>;
  /** Returns the mails to an address that are not sent yet, oldest first. */
  mails(to: string): Promise<QueuedMail[]>;
  /** Queries the database, for assertions. */
  rows<Row = any>(sql: Prisma.Sql): Promise<Row[]>;
  stop(): Promise<void>;
}

/** A decrypted message of the outbox. */
export interface QueuedMail extends MailContent {
  kind: string;
}

/** The minimum cost that argon2id accepts. A hash at production cost takes as long as ten requests. */
const testPasswordCost: PasswordCost = { memoryKib: 8, passes: 1 };

export function testConfig(
  urls: { databaseUrl: string; redisUrl: string; prefix: string },
  overrides: Record<string, string> = {},
): Config {
  return readConfig({
    NODE_ENV: 'test',
    ADMIN_UI: 'off',
    DATABASE_URL: urls.databaseUrl,
    DATABASE_POOL_SIZE: '8',
    DATABASE_CONNECT_TIMEOUT_SECONDS: '15',
    REDIS_URL: urls.redisUrl,
    REDIS_PREFIX: urls.prefix,
    JWT_SECRET: 'a secret that only tests sign their tokens with',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    LOG_LEVEL: 'error',
    ...overrides,
  });
}

interface OwnServiceOptions {
  /** Hashes passwords at production cost. */
  hasProductionPasswords?: boolean;
  /** Default: a clone of the migrated database. */
  database?: TestDatabase;
}

/**
 * Starts a service with its own database, for test files that set configuration, start a worker or relay, change the
 * schema, or read rows of all organizations. Call `stop` after the last test.
 */
export async function startOwnService(
  overrides: Record<string, string> = {},
  { hasProductionPasswords = false, database }: OwnServiceOptions = {},
): Promise<TestService> {
  const log = createTestLogger(overrides.LOG_LEVEL ?? 'error');
  const passwords = hasProductionPasswords ? {} : { passwordCost: testPasswordCost };
  return openService({ overrides, log, database: database ?? (await createTestDatabase()), passwords });
}

/** A service whose pods can be stopped individually. */
export interface OpenService extends TestService {
  openPod(settings?: Partial<Config>): Promise<{ url: string; stop(): Promise<void> }>;
}

interface OpenServiceOptions {
  overrides: Record<string, string>;
  log: Logger;
  database: TestDatabase;
  passwords?: { passwordCost?: PasswordCost };
}

/** Starts a platform and an API pod on a database. Stopping the service drops the database. */
export async function openService({
  overrides,
  log,
  database,
  passwords = { passwordCost: testPasswordCost },
}: OpenServiceOptions): Promise<OpenService> {
  const redis = testRedis();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wfp-data-'));
  const config = testConfig(
    { databaseUrl: database.url, redisUrl: redis.url, prefix: redis.prefix },
    { DATA_DIR: dataDir, ...overrides },
  );
  const platform = startPlatform({ config, log, areas, ...passwords });
  const pods: RunningApi[] = [];
  const openPod = async (settings: Partial<Config> = {}) => {
    const pod = await startApi({ config: { ...config, ...settings }, log, port: 0, ...passwords });
    pods.push(pod);
    return { url: `http://localhost:${pod.port}`, stop: () => pod.stop() };
  };
  const { url } = await openPod();
  const accounts = new Accounts(url);
  const newOrganization = async (name?: string, isVerified = true) => {
    const owner = await accounts.signUp(name);
    if (isVerified) await verify(platform, owner.user.org_id);
    await confirmAddress(platform, owner.user);
    return owner;
  };
  return {
    config,
    url,
    platform,
    call: createCaller(url, null),
    newOrganization,
    newUser: async (by, roles) => {
      const client = await accounts.addUser(by, roles);
      await confirmAddress(platform, client.user);
      return client;
    },
    openPod,
    startPod: async (settings) => (await openPod(settings)).url,
    mails: (to) => findMails(platform, to),
    rows: (sql) => readCrossTenant(platform, sql),
    stop: async () => {
      await Promise.all(pods.map((pod) => pod.stop()));
      await platform.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function verify(platform: Platform, org_id: number): Promise<void> {
  await executeOperational(
    platform,
    Prisma.sql`update organizations set status = 'active', verified_at = now() where id = ${org_id} returning id`,
  );
}

/** Confirms the address of a user, as by a token, unless the organization is unverified. */
async function confirmAddress(platform: Platform, { org_id, id }: Client['user']): Promise<void> {
  await executeOperational(
    platform,
    Prisma.sql`update users u set email_verified_at = now() where u.org_id = ${org_id} and u.id = ${id}
      and exists (select from organizations o where o.id = u.org_id and o.status <> 'unverified') returning id`,
  );
}

async function findMails(platform: Platform, to: string): Promise<QueuedMail[]> {
  const rows = await readCrossTenant<{ org_id: number; kind: string; content_enc: Uint8Array }>(
    platform,
    Prisma.sql`select org_id, kind, content_enc from mails
      where to_address = ${to} and content_enc is not null order by id`,
  );
  return rows.map(({ org_id, kind, content_enc }) => ({
    kind,
    ...decryptMail(platform.config, org_id, content_enc),
  }));
}
