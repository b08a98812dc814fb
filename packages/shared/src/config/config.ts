import { z } from 'zod';
import { llmGaps, llmKeys } from './llm-keys.ts';
import { operators } from './operators.ts';
import { otelKeys } from './otel-keys.ts';
import { separated } from './separated.ts';

export { type Operator, type OperatorRole, operators } from './operators.ts';

const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);
const streams = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback);
const perMinute = z.coerce.number().int().nonnegative();
/** Exactly as browsers send it in `Origin`: scheme, host and port, no path and no slash at the end. */
const isOrigin = (text: string) =>
  /^https?:/.test(text) && !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;
const isRedisUrls = (text: string) =>
  text.split(',').every((one) => /^rediss?:/.test(one) && URL.canParse(one) && new URL(one).hostname !== '');
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'Must be a postgresql:// URL' });

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port(3001),
  OPS_PORT: port(3002),
  /** Where an API process tells its metrics and answers probes. Not set: nowhere. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).nullable().default(null),
  DATABASE_URL: postgresUrl,
  /** PostgreSQL itself, where DATABASE_URL is a pooler's: for what keeps a session. Empty: DATABASE_URL. */
  DATABASE_DIRECT_URL: postgresUrl.or(z.literal('')).default(''),
  /** A pooler before PostgreSQL that gives each transaction any connection of its own, such as PgBouncer. */
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  /** A copy of the database that follows it: lists are read there. Empty: none. */
  DATABASE_REPLICA_URL: postgresUrl.or(z.literal('')).default(''),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(3).max(200).default(12),
  /** The role that statements run as: it owns nothing and cannot change events or the audit log. Empty: the URL's own. */
  DATABASE_ROLE: z
    .string()
    .regex(/^[a-z_][a-z0-9_]*$/)
    .or(z.literal(''))
    .default('wfp_app'),
  /** One server; in the modes `cluster` and `sentinel` some of its nodes or sentinels, separated by commas. */
  REDIS_URL: z.string().refine(isRedisUrls, 'Must be a redis:// URL'),
  REDIS_MODE: z.enum(['single', 'cluster', 'sentinel']).default('single'),
  /** What the sentinels call the master. */
  REDIS_SENTINEL_MASTER: z.string().min(1).default('mymaster'),
  /** What the sentinels themselves want to hear; the password in REDIS_URL is that of the servers behind them. */
  REDIS_SENTINEL_PASSWORD: z.string().default(''),
  /** Put before every key and channel, so that several installations can share one Redis. */
  REDIS_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9_-]+$/)
    .default('wfp'),
  JWT_SECRET: z.string().min(32, 'Needs at least 32 characters of randomness'),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'Must be 32 bytes in hexadecimal, as `openssl rand -hex 32` prints them'),
  /** Keys that values were encrypted with before, separated by commas: they still open, and seal nothing any more. */
  ENCRYPTION_PREVIOUS_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .refine(
      (all) => all.every((one) => /^[0-9a-fA-F]{64}$/.test(one)),
      'Each must be 32 bytes in hexadecimal',
    ),
  /** Secrets that tokens were signed with before, separated by commas: still accepted until those have expired. */
  JWT_PREVIOUS_SECRETS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .refine((all) => all.every((one) => one.length >= 32), 'Each needs at least 32 characters'),
  ACCESS_TOKEN_TTL: seconds(15 * 60),
  REFRESH_TOKEN_TTL: seconds(30 * 24 * 3600),
  WEBHOOK_RETRY_SCHEDULE: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'Must be seconds separated by commas')
    .default('0,60,300,1800,7200,43200')
    .transform((text) => text.split(',').map(Number)),
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Webhook requests that a worker has under way at once. */
  WEBHOOK_MAX_IN_FLIGHT: z.coerce.number().int().min(4).max(10_000).default(500),
  WEBHOOK_ALLOW_PRIVATE_NETWORK: flag.optional(),
  /** A proxy that all webhooks are sent through, e.g. http://proxy:4750. Empty: they are sent directly. */
  WEBHOOK_PROXY_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL' })
    .or(z.literal(''))
    .default(''),
  SSE_HEARTBEAT_SECONDS: seconds(30),
  /** Streams that may be open on one pod at once: of one credential, of one organization, of all. */
  SSE_MAX_PER_CREDENTIAL: streams(1_000),
  SSE_MAX_PER_ORGANIZATION: streams(5_000),
  SSE_MAX_PER_POD: streams(10_000),
  RATE_LIMIT_PER_MINUTE: perMinute.optional(),
  LOGIN_RATE_LIMIT_PER_MINUTE: perMinute.optional(),
  /** The address that clients know, for links; without one, this machine's. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUSTED_PROXIES: z.string().default(''),
  /** Origins whose pages may read answers, separated by commas. `*`, everybody's, outside of production only. */
  CORS_ORIGINS: separated.refine(
    (origins) => origins.every((one) => one === '*' || isOrigin(one)),
    'Must be origins such as https://app.example.com, separated by commas',
  ),
  /** Where mail is handed over, e.g. smtps://user:password@mail.example.com. Empty: written to files in DATA_DIR/mail. */
  SMTP_URL: z
    .string()
    .regex(/^(smtps?:\/\/.+)?$/, 'Must be an smtp:// or smtps:// URL')
    .default(''),
  MAIL_FROM: z.string().min(3).default('Workforce <no-reply@localhost>'),
  /** The folder for what a single machine keeps: mail in development, files without object storage. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** An S3-compatible service for files and exports, e.g. https://s3.eu-central-1.amazonaws.com. Empty: DATA_DIR/files. */
  STORAGE_URL: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),
  STORAGE_BUCKET: z
    .string()
    .regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, 'Must be the name of a bucket')
    .default(''),
  STORAGE_REGION: z.string().min(1).default('us-east-1'),
  STORAGE_KEY_ID: z.string().default(''),
  STORAGE_SECRET: z.string().default(''),
  /** A ClamAV daemon that uploads are scanned by, e.g. tcp://clamd:3310. Empty: uploads are not scanned. */
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^/:]+:\d{1,5})?$/, 'Must be tcp://host:port')
    .default(''),
  ...llmKeys,
  ...otelKeys,
  /** How long a committed event may wait for its number before workers say that they are not ready. */
  RELAY_LAG_WARN_SECONDS: seconds(30),
  SHUTDOWN_TIMEOUT_SECONDS: seconds(25),
  /** How much of it an API process goes on taking connections, while balancers notice that it is not ready. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().nonnegative().optional(),
  /** Who may look at the queues, and who may act on them: name:role:hash, separated by commas. */
  OPERATORS: operators,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Parsed = z.output<typeof schema>;

/** The configuration of a process: read once at start, never changed. */
export type Config = Readonly<Omit<Parsed, keyof Derived> & Derived>;

/** What has a default that depends on other values. */
interface Derived {
  WEBHOOK_ALLOW_PRIVATE_NETWORK: boolean;
  RATE_LIMIT_PER_MINUTE: number;
  LOGIN_RATE_LIMIT_PER_MINUTE: number;
  PUBLIC_URL: string;
  SHUTDOWN_DELAY_SECONDS: number;
}

/** Says everything that is wrong with the environment at once, one line a variable. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration from environment variables.
 *
 * @throws ConfigError listing every missing, malformed or weak value; values themselves are not shown.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  if (env.DATABASE_ROLE === '') given.DATABASE_ROLE = '';
  const result = schema.safeParse(given);
  const problems = result.success ? [] : result.error.issues.map(describe(given));
  if (given.NODE_ENV === 'production') problems.push(...weaknesses(given));
  if (result.data?.NODE_ENV === 'production' && result.data.CORS_ORIGINS.includes('*')) {
    problems.push('CORS_ORIGINS must name its origins in production, not *');
  }
  if (result.data?.DATABASE_POOLER === 'transaction' && !result.data.DATABASE_DIRECT_URL) {
    problems.push('DATABASE_DIRECT_URL is missing: DATABASE_POOLER needs a way past the pooler');
  }
  if (result.data?.REDIS_MODE === 'single' && result.data.REDIS_URL.includes(',')) {
    problems.push('REDIS_URL: names several servers, which needs REDIS_MODE cluster or sentinel');
  }
  if (result.data?.STORAGE_URL) problems.push(...storageGaps(result.data));
  if (result.data) problems.push(...llmGaps(result.data));
  if (result.data && (result.data.SHUTDOWN_DELAY_SECONDS ?? 0) >= result.data.SHUTDOWN_TIMEOUT_SECONDS) {
    problems.push('SHUTDOWN_DELAY_SECONDS must be less than SHUTDOWN_TIMEOUT_SECONDS, which it is part of');
  }
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  const production = result.data.NODE_ENV === 'production';
  return Object.freeze({
    ...result.data,
    PUBLIC_URL: result.data.PUBLIC_URL ?? `http://localhost:${result.data.PORT}`,
    WEBHOOK_ALLOW_PRIVATE_NETWORK: result.data.WEBHOOK_ALLOW_PRIVATE_NETWORK ?? !production,
    SHUTDOWN_DELAY_SECONDS:
      result.data.SHUTDOWN_DELAY_SECONDS ??
      (production ? Math.min(5, result.data.SHUTDOWN_TIMEOUT_SECONDS - 1) : 0),
    RATE_LIMIT_PER_MINUTE: result.data.RATE_LIMIT_PER_MINUTE ?? (production ? 600 : 0),
    LOGIN_RATE_LIMIT_PER_MINUTE: result.data.LOGIN_RATE_LIMIT_PER_MINUTE ?? (production ? 10 : 0),
  });
}

function describe(given: Record<string, unknown>) {
  return (issue: z.core.$ZodIssue): string => {
    const name = String(issue.path[0]);
    return name in given ? `${name}: ${issue.message}` : `${name} is missing`;
  };
}

/** What a storage by URL cannot be reached without. */
function storageGaps(config: Parsed): string[] {
  return (['STORAGE_BUCKET', 'STORAGE_KEY_ID', 'STORAGE_SECRET'] as const)
    .filter((name) => config[name] === '')
    .map((name) => `${name} is missing: STORAGE_URL needs it`);
}

/** Secrets that pass the format but that somebody could guess. */
function weaknesses(given: Record<string, string | undefined>): string[] {
  return ['JWT_SECRET', 'ENCRYPTION_KEY']
    .filter((name) => given[name] !== undefined && new Set(given[name]).size < 8)
    .map((name) => `${name} is weak: it uses fewer than 8 different characters`);
}

/** The configuration of this process, from its own environment. */
export function processConfig(): Config {
  return readConfig(process.env);
}
