import path from 'node:path';
import { readArguments } from '@wfp/shared/arguments';
import { type Config, listenAddress, readConfig } from '@wfp/shared/config';
import { analyzeDatabase, deployMigrations } from '../prisma/migrate.ts';
import { prepareDataFolder, requireUnusedFolder } from './services/data-folder.ts';
import { parentCommandOf } from './services/process-identity.ts';
import { type Services, startServices } from './services.ts';
import { type AdminBuild, startAdminBuild } from './start/admin-build.ts';
import { type Child, startChild } from './start/child.ts';
import { developmentSecrets } from './start/development-secrets.ts';
import { localUrl } from './start/local-url.ts';
import { requireFreePorts } from './start/needed-ports.ts';
import { demoOperator, linePrinter, welcome } from './start/output.ts';
import type { PortOwner } from './start/port-owner.ts';

readArguments({
  usage: `Usage: npm start
Starts PostgreSQL and Redis unless their URLs are set, applies migrations, creates the demo organization except in production,
and starts API and worker. Settings are environment variables (docs/configuration.md).`,
});

const root = path.dirname(import.meta.dirname);
const scripts = {
  api: path.join(root, 'apps/api/src/main.ts'),
  worker: path.join(root, 'apps/worker/src/main.ts'),
};
const startedAt = Date.now();

function log(line: string): void {
  console.log(`start: ${line}`);
}

/** The services and processes that were started and must be stopped. */
interface Running {
  isStopping: boolean;
  services: Services | null;
  /** Null if the admin application is built already, or is not served. */
  adminBuild: AdminBuild | null;
  children: Child[];
  config: Config | null;
}

async function start(running: Running): Promise<void> {
  const given = process.env;
  const dataDir = path.resolve(root, given.DATA_DIR || '.data');
  const isProduction = given.NODE_ENV === 'production';
  await requireUnusedFolder(dataDir);
  await requireFreePorts(
    listenAddress(given.HOST, isProduction),
    [
      { variable: 'PORT', port: Number(given.PORT || 3001), purpose: 'the API' },
      { variable: 'OPS_PORT', port: Number(given.OPS_PORT || 3002), purpose: 'the worker' },
    ],
    isLeftOver,
    log,
  );
  await prepareDataFolder(dataDir);
  const secrets = isProduction ? {} : await developmentSecrets(dataDir);
  const settings = { ...secrets, ...demoOperator(isProduction), ...withoutEmpty(given), DATA_DIR: dataDir };
  // Reports an invalid configuration before a database is created.
  const { ADMIN_UI } = readConfig({
    DATABASE_URL: 'postgresql://localhost',
    REDIS_URL: 'redis://localhost',
    ...settings,
  });
  if (ADMIN_UI === 'on') running.adminBuild = await startAdminBuild(log);
  running.services = await startServices({
    dataDir,
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    log,
  });
  const { databaseUrl, redisUrl } = running.services;
  const env = { ...settings, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
  const config = readConfig(env);
  running.config = config;
  await migrate(databaseUrl);
  if (!isProduction) {
    await seedDemo(config);
    await analyzeDatabase(databaseUrl);
  }
  await running.adminBuild?.done;
  if (running.isStopping) return;
  await startProcesses(running, env, config);
}

async function startProcesses(running: Running, env: NodeJS.ProcessEnv, config: Config): Promise<void> {
  const isProduction = config.NODE_ENV === 'production';
  const apiUrl = localUrl(config.HOST, config.PORT);
  const opsUrl = localUrl(config.HOST, config.OPS_PORT);
  const print = linePrinter(isProduction);
  running.children.push(
    startChild({ name: 'API', script: scripts.api, env, healthUrl: `${apiUrl}/api/health`, print }),
    startChild({ name: 'worker', script: scripts.worker, env, healthUrl: `${opsUrl}/readyz`, print }),
  );
  await Promise.all(running.children.map((child) => child.ready));
  const seconds = (Date.now() - startedAt) / 1000;
  console.log(
    welcome({
      apiUrl,
      opsUrl,
      seconds,
      hasDemo: !isProduction,
      hasAdmin: config.ADMIN_UI === 'on',
      hasOwnOperators: Boolean(process.env.OPERATORS),
    }),
  );
}

/** Applies migrations. Prints one line instead of one per migration, since a new database requires more than fifty. */
async function migrate(databaseUrl: string): Promise<void> {
  const isShown = (line: string) => !/^(applied |\d+ to apply)/.test(line);
  const applied = await deployMigrations(databaseUrl, { log: (line) => isShown(line) && log(line) });
  if (applied.length > 0) log(`applied ${applied.length} migrations`);
}

/** Creates the demo organization unless it exists. The module is loaded lazily, because production does not need it. */
async function seedDemo(config: Config): Promise<void> {
  const { seedDemoOnce } = await import('./start/demo.ts');
  await seedDemoOnce(config, log);
}

/** True for an API or worker whose starter was killed: it exits soon (see start/exit-with-parent.ts). */
async function isLeftOver({ pid, command }: PortOwner): Promise<boolean> {
  if (!Object.values(scripts).some((script) => command.includes(script))) return false;
  return !(await parentCommandOf(pid))?.includes('scripts/start.ts');
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** Drains API and worker, then stops PostgreSQL and Redis. */
async function stop({ services, adminBuild, children, config }: Running): Promise<void> {
  adminBuild?.stop();
  for (const child of children) child.stop('SIGTERM');
  // Longer than the shutdown timeout of the processes.
  const timeoutMs = ((config?.SHUTDOWN_TIMEOUT_SECONDS ?? 0) + 7) * 1000;
  const timeout = setTimeout(() => {
    log('API or worker did not stop in time; killing them');
    for (const child of children) child.stop('SIGKILL');
  }, timeoutMs);
  await Promise.all(children.map((child) => child.ended));
  clearTimeout(timeout);
  await services?.stop();
}

async function main(): Promise<number> {
  const running: Running = {
    isStopping: false,
    services: null,
    adminBuild: null,
    children: [],
    config: null,
  };
  const interrupted = new Promise<'stop'>((resolve) => {
    let signals = 0;
    const onSignal = () => {
      signals += 1;
      if (signals > 1) for (const child of running.children) child.stop('SIGKILL');
      else log('stopping after work in progress; press Ctrl-C again to stop immediately');
      resolve('stop');
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
    // npm sends SIGTERM to the shell that started this process. The shell exits without forwarding the signal.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      onSignal();
    }, 500);
  });
  const starting = start(running);
  const failure = await Promise.race([interrupted, starting.then(() => null, asError)]);
  if (failure === null) {
    const died = running.children.map(async (child) =>
      asError(`The ${child.name} stopped unexpectedly: ${await child.ended}`),
    );
    return finish(running, await Promise.race([interrupted, ...died]));
  }
  if (failure === 'stop') {
    // Interrupted during the start: waits for its end, so that everything that was started is stopped.
    running.isStopping = true;
    running.adminBuild?.stop();
    for (const child of running.children) child.stop('SIGTERM');
    await starting.catch(() => undefined);
  }
  return finish(running, failure);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

async function finish(running: Running, reason: 'stop' | Error): Promise<number> {
  if (reason !== 'stop') console.error(`\n${reason.message}\n`);
  await stop(running);
  log('stopped');
  return reason === 'stop' ? 0 : 1;
}

// Writing to a closed terminal fails, which must not prevent the shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await main();
process.exit();
