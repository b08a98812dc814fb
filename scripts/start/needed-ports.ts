import { isPortFree } from '../services/ports.ts';
import { type PortOwner, portOwner } from './port-owner.ts';

export interface NeededPort {
  /** The environment variable that sets the port. */
  variable: string;
  port: number;
  purpose: string;
}

/** Maximum time that processes of a killed run may take to exit. */
const maxLeftOverMs = 30_000;

/**
 * Requires that every port is free.
 *
 * @param host the address on which the processes will listen; null for all addresses
 * @param isLeftOver true for a process of an earlier run: it is exiting, so its port will become free
 * @throws Error naming every port in use, with its process
 */
export async function requireFreePorts(
  host: string | null,
  needed: readonly NeededPort[],
  isLeftOver: (owner: PortOwner) => Promise<boolean>,
  log: (line: string) => void,
): Promise<void> {
  const problems: string[] = [];
  for (const one of needed) {
    if (await isFreeSoon(host, one, isLeftOver, log)) continue;
    problems.push(describeTaken(one, await portOwner(one.port)));
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function isFreeSoon(
  host: string | null,
  { port }: NeededPort,
  isLeftOver: (owner: PortOwner) => Promise<boolean>,
  log: (line: string) => void,
): Promise<boolean> {
  const deadline = Date.now() + maxLeftOverMs;
  for (let announced = false; ; announced = true) {
    if (await areAllFree(host, port)) return true;
    const owner = await portOwner(port);
    if (!owner || !(await isLeftOver(owner)) || Date.now() > deadline) return false;
    if (!announced) log(`waiting for process ${owner.pid} of an earlier run to release port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Includes the other address of `localhost`: a program that listens there would receive the requests of some clients. */
async function areAllFree(host: string | null, port: number): Promise<boolean> {
  if (host === null) return isPortFree(port);
  const hosts = host === '127.0.0.1' || host === '::1' ? ['127.0.0.1', '::1'] : [host];
  const free = await Promise.all(hosts.map((one) => isPortFree(port, one)));
  return free.every(Boolean);
}

/** An error message with the process that uses the port, and how to continue. */
export function describeTaken({ variable, port, purpose }: NeededPort, owner: PortOwner | null): string {
  const by = owner ? `process ${owner.pid} (${owner.command})` : 'a process of another user';
  const other = port + 10 <= 65_535 ? port + 10 : port - 10;
  return `Port ${port}, required by ${purpose}, is in use by ${by}.
  Stop it${owner ? ` (kill ${owner.pid})` : ''}, or choose another port: ${variable}=${other} npm start`;
}
