import { type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** The result of one part of `npm test`. */
export interface StageSummary {
  passed: number;
  failures: string[];
  /** Lines about where the time went. */
  slowest: string[];
}

/** Runs a program of `node_modules/.bin` and returns its exit code. */
export function runBinary(command: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const program = path.join(root, 'node_modules/.bin', command);
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** A duration and what took it, aligned. */
export const formatTiming = (ms: number, what: string) =>
  `  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${what}`;
