import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Order, Report } from './crowd.ts';

/** A process with many clients. */
export interface Audience {
  ask(order: Order): Promise<Report>;
  stop(): void;
}

export function startAudience(): Audience {
  const child = fork(path.join(import.meta.dirname, 'crowd.ts'), { stdio: 'inherit' });
  return {
    ask: (order) =>
      new Promise((resolve, reject) => {
        child.once('message', (report: Report & { error?: string }) =>
          report.error ? reject(new Error(`a client of the stream: ${report.error}`)) : resolve(report),
        );
        child.send(order);
      }),
    stop: () => child.disconnect(),
  };
}

/** Resident memory of a process in KiB; 0 without `/proc`. */
export async function readResidentKiB(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(text.match(/^VmRSS:\s+(\d+) kB$/m)?.[1] ?? 0);
}
