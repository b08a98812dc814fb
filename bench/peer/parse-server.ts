import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LoadRequest } from 'autocannon';
import { loopbackPort } from '../../scripts/services/ports.ts';
import { createEmptyDatabase, type Ground, type Installation, stopping } from '../processes/installation.ts';
import { startServer } from '../processes/server-process.ts';

export const peerName = 'Parse Server';

/** The peer with one user, who may read and write the objects of the class `Task`. */
export interface Peer {
  installation: Installation;
  headers: Record<string, string>;
  /** Permits only this user. */
  ACL: object;
}

const script = path.join(import.meta.dirname, 'node_modules/parse-server/bin/parse-server');

export const isPeerInstalled = (): boolean => existsSync(script);

/** Installs the peer from its own lock file: its dependencies are no part of the service's. */
export async function installPeer(): Promise<void> {
  if (isPeerInstalled()) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['ci', ...options], { cwd: import.meta.dirname });
}

/** Starts Parse Server on the same PostgreSQL, with its defaults, except that clients may create classes. */
export async function startPeer(ground: Ground): Promise<Peer> {
  const database = await createEmptyDatabase(ground, 'peer');
  const port = await loopbackPort(undefined);
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    NODE_ENV: 'production',
    PARSE_SERVER_APPLICATION_ID: 'bench',
    PARSE_SERVER_MASTER_KEY: randomBytes(24).toString('hex'),
    PARSE_SERVER_DATABASE_URI: database.url,
    PARSE_SERVER_MOUNT_PATH: '/parse',
    PARSE_SERVER_URL: `${url}/parse`,
    PARSE_SERVER_HOST: '127.0.0.1',
    PARSE_SERVER_LOGS_FOLDER: path.join(ground.folder, 'logs'),
    PARSE_SERVER_LOG_LEVEL: 'error',
    PARSE_SERVER_ALLOW_CLIENT_CLASS_CREATION: 'true',
    PORT: String(port),
  };
  const api = await startServer({
    script,
    env: settings,
    healthUrl: `${url}/parse/health`,
    logFile: path.join(ground.folder, 'logs', 'peer.log'),
  });
  const installation: Installation = {
    name: peerName,
    url,
    database: database.pool,
    settings,
    api,
    worker: null,
    stop: stopping(database.pool, [api]),
  };
  try {
    return { installation, ...(await signUpUser(url)) };
  } catch (error) {
    await installation.stop();
    throw error;
  }
}

async function signUpUser(url: string): Promise<Omit<Peer, 'installation'>> {
  const headers = { 'content-type': 'application/json', 'x-parse-application-id': 'bench' };
  const user = { username: 'owner', password: randomBytes(12).toString('hex') };
  const { objectId, sessionToken } = await send(`${url}/parse/users`, headers, user);
  return {
    headers: { ...headers, 'x-parse-session-token': sessionToken ?? '' },
    ACL: { [objectId]: { read: true, write: true } },
  };
}

/** @throws Error if the object was not created */
async function send(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ objectId: string; sessionToken?: string }> {
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201)
    throw new Error(`Parse Server responded with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { objectId: string; sessionToken?: string };
}

/** The request that creates an object with the fields of a task. */
export function peerCreate({ headers, ACL }: Peer, fields: Record<string, unknown>): LoadRequest {
  return {
    method: 'POST',
    path: '/parse/classes/Task',
    headers,
    body: JSON.stringify(toObject(fields, ACL)),
  };
}

/** Parse Server has a type of its own for times, and derives the types of other fields from the first values. */
function toObject(fields: Record<string, unknown>, ACL: object): object {
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(set), due_at: { __type: 'Date', iso: fields['due_at'] }, ACL };
}

/** Adds copies of one object directly to the table and returns requests that read them. */
export async function growPeer(
  { installation, headers, ACL }: Peer,
  fields: Record<string, unknown>,
  count: number,
): Promise<LoadRequest[]> {
  const { objectId } = await send(`${installation.url}/parse/classes/Task`, headers, toObject(fields, ACL));
  const { rows } = await installation.database.query<{ id: string }>(
    `insert into "Task" select (jsonb_populate_record(t, jsonb_build_object('objectId', left(md5(n::text), 10)))).*
     from "Task" t, generate_series(1, $2::int) n where t."objectId" = $1 returning "objectId" as id`,
    [objectId, count],
  );
  return rows.map(({ id }) => ({ method: 'GET', path: `/parse/classes/Task/${id}`, headers }));
}
