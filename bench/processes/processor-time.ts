import { readFile } from 'node:fs/promises';

/** A clock tick in `/proc/<pid>/stat`: USER_HZ, 100 per second on every Linux that Node supports. */
const tickMs = 10;

interface ProcessTimes {
  parent: number;
  /** User and system time of the process itself. */
  ownMs: number;
  /** User and system time of its terminated children. */
  endedChildrenMs: number;
}

async function timesOf(pid: number): Promise<ProcessTimes | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The second field is the program's name in brackets, which may contain spaces and brackets.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (index: number) => fields[index] ?? 0;
  return { parent: at(1), ownMs: (at(11) + at(12)) * tickMs, endedChildrenMs: (at(13) + at(14)) * tickMs };
}

/** CPU time of a process so far; 0 without `/proc`. */
export async function processorMs(pid: number): Promise<number> {
  return (await timesOf(pid))?.ownMs ?? 0;
}

/** CPU time of a process with one thread and all its direct children, including terminated ones. */
export async function familyProcessorMs(pid: number): Promise<number> {
  const root = await timesOf(pid);
  if (!root) return 0;
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const children = await Promise.all(list.split(' ').filter(Boolean).map(Number).map(timesOf));
  return children.reduce((sum, one) => sum + (one?.ownMs ?? 0), root.ownMs + root.endedChildrenMs);
}

export async function parentOf(pid: number): Promise<number | null> {
  return (await timesOf(pid))?.parent ?? null;
}

/** CPU time of all processes of the machine so far, and time stolen by a busy host. */
export async function machineMs(): Promise<number> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = (
    text.match(/^cpu +(.*)$/m)?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softIrq + steal) * tickMs;
}
