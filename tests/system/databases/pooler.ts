import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectQuery } from '@wfp/shared/operational';
import { freePort } from '@wfp/testing/free-port.ts';
import pg from 'pg';
import { pgbouncer } from '../../../scripts/testing/required-program.ts';

/** A PgBouncer in transaction mode. */
export interface Pooler {
  /** Returns the URL of a database of the server through the pooler. */
  urlFor(databaseUrl: string): string;
  /** The result of `show pools`, a row per database. */
  pools(): Promise<Record<string, string>[]>;
  stop(): Promise<void>;
}

/** Starts a pooler for a database with `size` connections for each of reads, reads by key, and writes. */
export async function startPooler(databaseUrl: string, size: number, role = 'wfp_app'): Promise<Pooler> {
  const program = await pgbouncer(console.log);
  const folder = await mkdtemp(path.join(tmpdir(), 'wfp-pooler-'));
  const port = await freePort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const server = `host=${hostname} port=${serverPort} dbname=${name} user=${username} password=${decodeURIComponent(password)}`;
  const database = (suffix: string, use: 'read' | 'key' | 'write') =>
    `${name}${suffix} = ${server} connect_query='${connectQuery({ DATABASE_ROLE: role }, use)}'`;
  const users = path.join(folder, 'users.txt');
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    file,
    [
      '[databases]',
      ...[database('', 'write'), database('_read', 'read'), database('_key', 'key')],
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'pool_mode = transaction',
      `default_pool_size = ${size}`,
      'max_client_conn = 500',
      'auth_type = plain',
      `auth_file = ${users}`,
      `admin_users = ${username}`,
    ].join('\n'),
  );
  await Promise.all([chmod(folder, 0o755), chmod(users, 0o644), chmod(file, 0o644)]);
  // PgBouncer refuses to run as root.
  const userArgs = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...userArgs, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const chunk of child.stderr) if (String(chunk).includes('process up')) break;
  child.stderr.on('error', () => undefined).resume();
  const credentials = `${username}:${password}@127.0.0.1:${port}`;
  return {
    urlFor: (url) => `postgresql://${credentials}${new URL(url).pathname}`,
    pools: async () => {
      const console = new pg.Client({ connectionString: `postgresql://${credentials}/pgbouncer` });
      await console.connect();
      // The console supports only the simple protocol.
      const { rows } = await console.query('show pools').finally(() => console.end());
      return rows;
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
