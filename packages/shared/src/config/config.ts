import { z } from 'zod';
import { databaseKeys } from './database-keys.ts';
import { httpKeys } from './http-keys.ts';
import { llmKeys, missingLlmKeys } from './llm-keys.ts';
import { otelKeys } from './otel-keys.ts';
import { processKeys } from './process-keys.ts';
import { redisKeys } from './redis-keys.ts';
import { secretKeys } from './secret-keys.ts';
import { storageKeys } from './storage-keys.ts';
import { webhookKeys } from './webhook-keys.ts';

export { isOperatorAccount, type Operator, type OperatorRole, operators } from './operators.ts';

/** A section of the configuration page. */
export interface ConfigGroup {
  title: string;
  keys: Readonly<Record<string, z.ZodType>>;
}

/** Every variable, by subject; docs/configuration.md is generated from these. */
export const configGroups: readonly ConfigGroup[] = [
  { title: 'Processes', keys: processKeys },
  { title: 'PostgreSQL', keys: databaseKeys },
  { title: 'Redis', keys: redisKeys },
  { title: 'Secrets and tokens', keys: secretKeys },
  { title: 'HTTP and event streams', keys: httpKeys },
  { title: 'Webhooks', keys: webhookKeys },
  { title: 'Mail and files', keys: storageKeys },
  { title: 'Prompts', keys: llmKeys },
  { title: 'Traces', keys: otelKeys },
];

const schema = z.object({
  ...processKeys,
  ...databaseKeys,
  ...redisKeys,
  ...secretKeys,
  ...httpKeys,
  ...webhookKeys,
  ...storageKeys,
  ...llmKeys,
  ...otelKeys,
});

type Parsed = z.output<typeof schema>;

/** The configuration of a process, read once at start. */
export type Config = Readonly<Omit<Parsed, keyof Derived> & Derived>;

/** Variables whose default depends on other variables. */
interface Derived {
  /** Null for all addresses. */
  HOST: string | null;
  WEBHOOK_ALLOW_PRIVATE_NETWORK: boolean;
  RATE_LIMIT_PER_MINUTE: number;
  LOGIN_RATE_LIMIT_PER_MINUTE: number;
  PUBLIC_URL: string;
  SHUTDOWN_DELAY_SECONDS: number;
}

/** Lists the problems with the environment, one line each. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration from environment variables.
 *
 * @throws ConfigError listing missing, malformed, weak and conflicting variables; values are not shown. Conflicts are
 *   detected only if every variable is well-formed
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  if (env.DATABASE_ROLE === '') given.DATABASE_ROLE = '';
  const result = schema.safeParse(given);
  const problems = result.success ? [] : result.error.issues.map(describe(given));
  if (given.NODE_ENV === 'production') problems.push(...weakSecrets(given));
  if (result.data?.NODE_ENV === 'production' && result.data.CORS_ORIGINS.includes('*')) {
    problems.push('CORS_ORIGINS must not contain * in production');
  }
  if (result.data?.DATABASE_POOLER === 'transaction' && !result.data.DATABASE_DIRECT_URL) {
    problems.push('DATABASE_DIRECT_URL is missing: DATABASE_POOLER=transaction requires it');
  }
  if (result.data?.REDIS_MODE === 'single' && result.data.REDIS_URL.includes(',')) {
    problems.push('REDIS_URL has several servers: REDIS_MODE must be cluster or sentinel');
  }
  if (result.data?.STORAGE_URL) problems.push(...missingStorageKeys(result.data));
  if (result.data) problems.push(...missingLlmKeys(result.data));
  if (result.data && (result.data.SHUTDOWN_DELAY_SECONDS ?? 0) >= result.data.SHUTDOWN_TIMEOUT_SECONDS) {
    problems.push('SHUTDOWN_DELAY_SECONDS must be less than SHUTDOWN_TIMEOUT_SECONDS');
  }
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  const production = result.data.NODE_ENV === 'production';
  return Object.freeze({
    ...result.data,
    HOST: listenAddress(result.data.HOST, production),
    PUBLIC_URL: result.data.PUBLIC_URL ?? `http://localhost:${result.data.PORT}`,
    WEBHOOK_ALLOW_PRIVATE_NETWORK: result.data.WEBHOOK_ALLOW_PRIVATE_NETWORK ?? !production,
    SHUTDOWN_DELAY_SECONDS:
      result.data.SHUTDOWN_DELAY_SECONDS ??
      (production ? Math.min(5, result.data.SHUTDOWN_TIMEOUT_SECONDS - 1) : 0),
    RATE_LIMIT_PER_MINUTE: result.data.RATE_LIMIT_PER_MINUTE ?? (production ? 600 : 0),
    LOGIN_RATE_LIMIT_PER_MINUTE: result.data.LOGIN_RATE_LIMIT_PER_MINUTE ?? (production ? 10 : 0),
  });
}

/**
 * The address on which processes listen; null for all addresses.
 *
 * @param given the value of `HOST`
 */
export function listenAddress(given: string | undefined, isProduction: boolean): string | null {
  return given || (isProduction ? null : '127.0.0.1');
}

function describe(given: Record<string, unknown>) {
  return (issue: z.core.$ZodIssue): string => {
    const name = String(issue.path[0]);
    return name in given ? `${name}: ${issue.message}` : `${name} is missing`;
  };
}

function missingStorageKeys(config: Parsed): string[] {
  return (['STORAGE_BUCKET', 'STORAGE_KEY_ID', 'STORAGE_SECRET'] as const)
    .filter((name) => config[name] === '')
    .map((name) => `${name} is missing: STORAGE_URL requires it`);
}

/** Secrets that are easy to guess, even if they have a valid format. */
function weakSecrets(given: Record<string, string | undefined>): string[] {
  return ['JWT_SECRET', 'ENCRYPTION_KEY']
    .filter((name) => given[name] !== undefined && new Set(given[name]).size < 8)
    .map((name) => `${name} is weak: it has fewer than 8 different characters`);
}

export function processConfig(): Config {
  return readConfig(process.env);
}
