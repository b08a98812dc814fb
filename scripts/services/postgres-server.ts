import { type ChildProcess, spawn } from 'node:child_process';
import { chown, open, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { RunAs } from './postgres-place.ts';
import { commandOf, waitUntilGone } from './process-identity.ts';

export interface PostgresPlace {
  /** The folder with bin/, lib/ and share/. */
  programs: string;
  /** PostgreSQL's data folder (PGDATA); its parent belongs to the user of the server. */
  cluster: string;
  runAs: RunAs;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;

/** Creates the cluster if missing. It is renamed when complete, so that a partial one is never used. */
export async function initialise(
  place: PostgresPlace,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  if (await stat(place.cluster).catch(() => null)) return;
  log('creating the PostgreSQL data folder');
  const partial = `${place.cluster}.new`;
  const passwordFile = `${place.cluster}.password`;
  await rm(partial, { recursive: true, force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const { uid, gid } = place.runAs;
  if (uid !== undefined && gid !== undefined) await chown(passwordFile, uid, gid);
  const args = [
    ...[
      '-D',
      partial,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
    ],
    // Iterations cost 4 ms per connection and protect only weak passwords. This one is random, except on temporary servers.
    ...['--set', 'scram_iterations=1'],
    // Makes the collation independent of the locales of the machine.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ];
  const initdb = spawn(path.join(place.programs, 'bin/initdb'), args, {
    ...place.runAs,
    cwd: path.dirname(place.cluster),
  });
  let output = '';
  for (const stream of [initdb.stdout, initdb.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    initdb.once('error', reject);
    initdb.once('close', resolve);
  }).finally(() => unlink(passwordFile));
  if (code !== 0) throw new Error(`PostgreSQL could not create its data folder ${place.cluster}:\n${output}`);
  await rename(partial, place.cluster);
}

/** Starts the server in its own session, so that Ctrl-C in the terminal does not reach it. */
export async function launch(
  place: PostgresPlace,
  settings: Record<string, string>,
  logFile: string,
): Promise<ChildProcess> {
  const output = await open(logFile, 'a');
  const args = [
    '-D',
    place.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const server = spawn(path.join(place.programs, 'bin/postgres'), args, {
    ...place.runAs,
    cwd: place.cluster,
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  server.once('error', () => undefined);
  server.unref();
  await output.close();
  return server;
}

/** Waits until the server accepts connections, after crash recovery if needed. */
export async function untilReady(url: string, server: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (server.exitCode === null && server.signalCode === null && server.pid && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const tail = (await readFile(logFile, 'utf8').catch(() => '')).split('\n').slice(-8).join('\n');
      throw new Error(`PostgreSQL did not start. Last lines of ${logFile}:\n${tail}`, { cause: error });
    }
  }
}

export async function ensureDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Stops a server left by a killed run, or removes its stale pid file. */
export async function stopLeftOver(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!Number.isInteger(pid)) return;
  const command = await commandOf(pid);
  if (command?.includes(cluster) && command.includes('postgres')) {
    log(`stopping PostgreSQL (process ${pid}) of a killed run`);
    await stopByPid(pid);
  }
  // PostgreSQL would mistake any process that now has this id for a server on this data.
  await unlink(pidFile).catch(() => undefined);
}

/** Fast shutdown: sessions are terminated, all data is written. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.pid && server.exitCode === null && server.signalCode === null) await stopByPid(server.pid);
}

async function stopByPid(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  if (await waitUntilGone(pid, stopTimeoutMs)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await waitUntilGone(pid, 5_000))) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}
