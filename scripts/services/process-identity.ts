import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The command line of a process, or null if it does not exist. */
export async function commandOf(pid: number): Promise<string | null> {
  if (pid <= 0 || !isAlive(pid)) return null;
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ').trim() || null;
  }
  const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
  return stdout.trim() || null;
}

/** The command line of the parent of a process, or null if the parent has exited. */
export async function parentCommandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return commandOf(Number(statFields(pid)[1] ?? 0));
  const { stdout } = await run('ps', ['-p', String(pid), '-o', 'ppid=']).catch(() => ({ stdout: '' }));
  return commandOf(Number.parseInt(stdout, 10) || 0);
}

/** True if a process with this id runs, as any user. On Linux, false for zombies. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  const [state] = statFields(pid);
  return state === undefined || state === 'Z';
}

/**
 * State, parent and further fields of /proc/<pid>/stat. They follow the name, which is in parentheses and may contain any
 * character.
 */
function statFields(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** @returns true if the process exited in time */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
