import { isPortFree } from '../services/ports.ts';
import { type PortOwner, portOwner } from './port-owner.ts';

export interface NeededPort {
  /** The variable that chooses it. */
  variable: string;
  port: number;
  purpose: string;
}

/** How long a process of a run that was killed may take to end. */
const leftOverPatienceMs = 30_000;

/**
 * Sees that every port is free before anything is started.
 *
 * @param isLeftOver tells a process of an earlier run of ours, which is ending by itself
 * @throws Error naming every port that is taken, and by whom
 */
export async function requireFreePorts(
  needed: readonly NeededPort[],
  isLeftOver: (owner: PortOwner) => Promise<boolean>,
  log: (line: string) => void,
): Promise<void> {
  const complaints: string[] = [];
  for (const one of needed) {
    if (await isFreeSoon(one, isLeftOver, log)) continue;
    complaints.push(describeTaken(one, await portOwner(one.port)));
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

async function isFreeSoon(
  { port }: NeededPort,
  isLeftOver: (owner: PortOwner) => Promise<boolean>,
  log: (line: string) => void,
): Promise<boolean> {
  const deadline = Date.now() + leftOverPatienceMs;
  for (let announced = false; ; announced = true) {
    if (await isPortFree(port)) return true;
    const owner = await portOwner(port);
    if (!owner || !(await isLeftOver(owner)) || Date.now() > deadline) return false;
    if (!announced) log(`waiting for process ${owner.pid} of an earlier run to leave port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What somebody needs to know to go on. */
export function describeTaken({ variable, port, purpose }: NeededPort, owner: PortOwner | null): string {
  const by = owner ? `process ${owner.pid} (${owner.command})` : 'a process that cannot be seen from here';
  const other = port + 10 <= 65_535 ? port + 10 : port - 10;
  return `Port ${port}, needed for ${purpose}, is taken by ${by}.
  Stop it${owner ? ` (kill ${owner.pid})` : ''}, or choose another port: ${variable}=${other} npm start`;
}
