import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const enough = {
  DATABASE_URL: 'postgresql://app@localhost/workforce',
  REDIS_URL: 'redis://localhost',
  JWT_SECRET: 'only for tests, but long enough to pass',
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
};

function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
  }
  return [];
}

it('has a default for everything except addresses and secrets', () => {
  const config = readConfig(enough);
  expect(config).toMatchObject({
    PORT: 3001,
    OPS_PORT: 3002,
    ACCESS_TOKEN_TTL: 900,
    REFRESH_TOKEN_TTL: 2_592_000,
    WEBHOOK_RETRY_SCHEDULE: [0, 60, 300, 1800, 7200, 43_200],
    WEBHOOK_TIMEOUT_MS: 10_000,
    SSE_HEARTBEAT_SECONDS: 30,
    PUBLIC_URL: 'http://localhost:3001',
    DATABASE_ROLE: 'wfp_app',
  });
  expect(Object.isFrozen(config)).toBe(true);
});

it('listens on loopback in development, on all addresses in production, and on HOST if it is set', () => {
  const hostIn = (NODE_ENV: string, HOST = '') => readConfig({ ...enough, NODE_ENV, HOST }).HOST;
  expect([hostIn('development'), hostIn('test'), hostIn('production')]).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    null,
  ]);
  for (const host of ['0.0.0.0', '::', '192.0.2.7']) {
    expect([hostIn('development', host), hostIn('production', host)]).toEqual([host, host]);
  }
  expect(() => hostIn('production', 'example.com')).toThrow('HOST: Must be an IP address');
});

it('uses the port in links without PUBLIC_URL', () => {
  expect(readConfig({ ...enough, PORT: '3401' }).PUBLIC_URL).toBe('http://localhost:3401');
  const behindProxy = { ...enough, PORT: '3401', PUBLIC_URL: 'https://work.example.com' };
  expect(readConfig(behindProxy).PUBLIC_URL).toBe('https://work.example.com');
});

it.each([
  ['development', true, 0, 0],
  ['production', false, 600, 10],
])('in %s, private networks, rate and login limits are %s, %s and %s', (NODE_ENV, ...expected) => {
  const config = readConfig({ ...enough, NODE_ENV });
  const { WEBHOOK_ALLOW_PRIVATE_NETWORK, RATE_LIMIT_PER_MINUTE, LOGIN_RATE_LIMIT_PER_MINUTE } = config;
  expect([WEBHOOK_ALLOW_PRIVATE_NETWORK, RATE_LIMIT_PER_MINUTE, LOGIN_RATE_LIMIT_PER_MINUTE]).toEqual(
    expected,
  );
});

it('prefers explicit values over defaults of the environment', () => {
  const set = { NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true', RATE_LIMIT_PER_MINUTE: '0' };
  expect(readConfig({ ...enough, ...set })).toMatchObject({
    WEBHOOK_ALLOW_PRIVATE_NETWORK: true,
    RATE_LIMIT_PER_MINUTE: 0,
  });
});

it('treats an empty variable as missing, except an empty DATABASE_ROLE: the role of the URL', () => {
  expect(readConfig({ ...enough, PORT: '' }).PORT).toBe(3001);
  expect(readConfig({ ...enough, DATABASE_ROLE: '' }).DATABASE_ROLE).toBe('');
});

it('accepts origins as browsers send them', () => {
  expect(readConfig(enough).CORS_ORIGINS).toEqual([]);
  const given = 'https://app.example.com, http://localhost:5173';
  expect(readConfig({ ...enough, CORS_ORIGINS: given }).CORS_ORIGINS).toEqual([
    'https://app.example.com',
    'http://localhost:5173',
  ]);
  expect(readConfig({ ...enough, CORS_ORIGINS: '*' }).CORS_ORIGINS).toEqual(['*']);
  expect(problemsOf({ ...enough, CORS_ORIGINS: '*', NODE_ENV: 'production' })).toEqual([
    expect.stringContaining('CORS_ORIGINS must not contain * in production'),
  ]);
});

it('names the missing variables of a language model provider', () => {
  expect(readConfig(enough)).toMatchObject({ LLM_PROVIDER: 'rules', LLM_MODEL: [], LLM_PRICES: {} });
  const missingOf = (env: Record<string, string>) =>
    problemsOf({ ...enough, ...env }).map((line) => line.split(' ')[3]);
  expect(missingOf({ LLM_PROVIDER: 'openai-compatible' })).toEqual(['LLM_MODEL', 'LLM_API_KEY']);
  const own = { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: 'http://ollama:11434/v1/' };
  expect(missingOf(own)).toEqual(['LLM_MODEL']);
  expect(missingOf({ ...own, LLM_PROVIDER: 'anthropic' })).toEqual(['LLM_MODEL', 'LLM_API_KEY']);
  const whole = { ...own, LLM_MODEL: 'qwen3, llama4', LLM_PRICES: '{"qwen3":{"input":0,"output":0.1}}' };
  expect(readConfig({ ...enough, ...whole })).toMatchObject({
    LLM_BASE_URL: 'http://ollama:11434/v1',
    LLM_MODEL: ['qwen3', 'llama4'],
    LLM_PRICES: { qwen3: { input: 0, output: 0.1 } },
  });
});

describe('rejects', () => {
  it('a missing variable, with all other problems in the same message', () => {
    expect(problemsOf({}).sort()).toEqual(
      Object.keys(enough)
        .sort()
        .map((name) => `  - ${name} is missing`),
    );
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_PREFIX', 'a b'],
    ['DATABASE_ROLE', 'a;drop'],
    ['JWT_SECRET', 'short'],
    ['JWT_PREVIOUS_SECRETS', `${'long'.repeat(10)},brief`],
    ['ENCRYPTION_KEY', 'zz'.repeat(32)],
    ['ENCRYPTION_PREVIOUS_KEYS', `${'ab'.repeat(32)},ab`],
    ['WEBHOOK_RETRY_SCHEDULE', '0,,60'],
    ['WEBHOOK_ALLOW_PRIVATE_NETWORK', 'yes'],
    ['ACCESS_TOKEN_TTL', '-1'],
    ['NODE_ENV', 'staging'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['CORS_ORIGINS', 'https://app.example.com/'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com:443'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['CORS_ORIGINS', 'null'],
    ['LLM_PROVIDER', 'gpt'],
    ['LLM_BASE_URL', 'https://user:secret@llm.example.com/v1'],
    ['LLM_BASE_URL', 'ftp://llm.example.com'],
    ['LLM_PRICES', '{"gpt-5-mini":{"input":"free"}}'],
    ['LLM_PRICES', '{'],
  ])('%s=%s, without showing a secret', (name, value) => {
    const problems = problemsOf({ ...enough, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`- ${name}: `);
    if (/SECRET|KEY/.test(name)) expect(problems[0]).not.toContain(value);
  });

  it('guessable secrets in production', () => {
    const weak = { ...enough, JWT_SECRET: 'a'.repeat(40), ENCRYPTION_KEY: '0'.repeat(64) };
    expect(problemsOf(weak)).toEqual([]);
    expect(problemsOf({ ...weak, NODE_ENV: 'production' })).toEqual([
      expect.stringContaining('JWT_SECRET is weak'),
      expect.stringContaining('ENCRYPTION_KEY is weak'),
    ]);
  });
});
