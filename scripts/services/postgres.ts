import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { loopbackPort } from './ports.ts';
import { chooseUser, type RunAs, reachableDataFolder, reachablePrograms } from './postgres-place.ts';
import { commandOf, waitUntilGone } from './process-identity.ts';

type Log = (line: string) => void;

interface PostgresOptions {
  /** Holds `postgres/` and `logs/`; others must be able to pass through it. */
  dataDir: string;
  password: string;
  port?: number | undefined;
  database: string;
  settings?: Record<string, string>;
  log: Log;
}

export interface RunningPostgres {
  url: string;
  port: number;
  stop(): Promise<void>;
}

const baseSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Settings for databases that nobody will miss. */
export const volatileSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
};

/** Starts the embedded PostgreSQL on its data, which is created the first time. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, password, log } = options;
  const wanted = path.join(dataDir, 'postgres');
  const runAs = await chooseUser(wanted);
  const programs = await reachablePrograms(runAs, log);
  const data = await reachableDataFolder(wanted, runAs, log);
  await stopLeftOver(data, log);
  await initialise({ programs, data, runAs, password, log });
  const port = await loopbackPort(options.port);
  const logFile = path.join(dataDir, 'logs', 'postgres.log');
  const child = await launch({ programs, data, runAs, port, logFile, settings: options.settings ?? {} });
  const serverUrl = `postgresql://postgres:${password}@127.0.0.1:${port}`;
  await untilReady(`${serverUrl}/postgres`, child, logFile);
  await ensureDatabase(`${serverUrl}/postgres`, options.database);
  return { url: `${serverUrl}/${options.database}`, port, stop: () => stopChild(child) };
}

/** Lends a server with an empty folder and removes both afterwards. */
export async function withThrowawayPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'workforce-throwaway-'));
  await chmod(dataDir, 0o711);
  const password = 'throwaway';
  let server: RunningPostgres | undefined;
  try {
    await (await open(path.join(dataDir, 'logs'), 'r').catch(() => null))?.close();
    server = await startPostgres({ dataDir, password, database: 'throwaway', settings: volatileSettings, log: () => undefined });
    return await work(server.url);
  } finally {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
