import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareDataFolder } from './data-folder.ts';
import { loopbackPort } from './ports.ts';
import { chooseUser, reachableDataFolder, reachablePrograms } from './postgres-place.ts';
import {
  ensureDatabase,
  initialise,
  launch,
  stopLeftOver,
  stopServer,
  untilReady,
} from './postgres-server.ts';
import { makeVolatileFolder } from './volatile-folder.ts';

type Log = (line: string) => void;

interface PostgresOptions {
  /** A prepared data folder, for `postgres/` and `logs/postgres.log`. */
  dataDir: string;
  password: string;
  /** Used if it is free. */
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

/** Settings for disposable databases: fast, not durable. */
export const volatileSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  max_connections: '400',
};

/** Starts the embedded PostgreSQL, creating its data folder the first time. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, password, log } = options;
  const wanted = path.join(dataDir, 'postgres');
  const runAs = await chooseUser(wanted);
  const programs = await reachablePrograms(runAs, log);
  const folder = await reachableDataFolder(wanted, runAs, log);
  // The folder is named after the major version, because other versions cannot read it.
  const place = { programs, runAs, cluster: path.join(folder, '18') };
  await stopLeftOver(place.cluster, log);
  await initialise(place, password, log);
  const port = await loopbackPort(options.port);
  const logFile = path.join(dataDir, 'logs', 'postgres.log');
  const settings = { ...baseSettings, ...options.settings, port: String(port) };
  const server = await launch(place, settings, logFile);
  const serverUrl = `postgresql://postgres:${password}@127.0.0.1:${port}`;
  await untilReady(`${serverUrl}/postgres`, server, logFile);
  await ensureDatabase(`${serverUrl}/postgres`, options.database);
  return { url: `${serverUrl}/${options.database}`, port, stop: () => stopServer(server) };
}

/** Runs `work` with an empty server, which is removed afterwards. */
export async function withThrowawayPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const dataDir = await makeVolatileFolder('workforce-throwaway-');
  await prepareDataFolder(dataDir);
  let server: RunningPostgres | undefined;
  try {
    server = await startPostgres({
      dataDir,
      password: 'throwaway',
      database: 'throwaway',
      settings: volatileSettings,
      log: () => undefined,
    });
    return await work(server.url);
  } finally {
    await server?.stop();
    await removeDataFolder(dataDir);
  }
}

/** Deletes a data folder, including a database behind a symbolic link. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const data = await realpath(path.join(dataDir, 'postgres')).catch(() => null);
  if (data) await rm(data, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
