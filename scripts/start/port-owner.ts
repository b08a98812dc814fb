import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { commandOf } from '../services/process-identity.ts';

const run = promisify(execFile);
const listenState = '0A';

export interface PortOwner {
  pid: number;
  command: string;
}

/** The process that listens on a TCP port; null if none is found, for example because it belongs to another user. */
export async function portOwner(port: number): Promise<PortOwner | null> {
  const pid = process.platform === 'linux' ? await listenerOnLinux(port) : await listenerByLsof(port);
  if (pid === null) return null;
  return { pid, command: (await commandOf(pid)) ?? 'unknown' };
}

async function listenerOnLinux(port: number): Promise<number | null> {
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      const isOurs = state === listenState && Number.parseInt(local?.split(':')[1] ?? '', 16) === port;
      if (isOurs && inode) inodes.add(`socket:[${inode}]`);
    }
  }
  if (inodes.size === 0) return null;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    // Processes of other users are unreadable, and a process may exit in between.
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      if (inodes.has(target)) return Number(pid);
    }
  }
  return null;
}

async function listenerByLsof(port: number): Promise<number | null> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t']).catch(() => ({
    stdout: '',
  }));
  const pid = Number.parseInt(stdout, 10);
  return Number.isInteger(pid) ? pid : null;
}
