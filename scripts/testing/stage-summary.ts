import { type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** The result of one stage of `npm test`. */
export interface StageSummary {
  passed: number;
  failures: string[];
  /** Lines about the slowest items. */
  slowest: string[];
}

export function runBinary(command: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const program = path.join(root, 'node_modules/.bin', command);
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

export const formatTiming = (ms: number, subject: string) =>
  `  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${subject}`;
