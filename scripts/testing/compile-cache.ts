import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Node's compile cache, kept between runs. It reduces the CPU time of starting an API process from 1.65 to 0.9 seconds.
 */
export const compileCache = path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled');

/** Enables the cache for test workers and the processes that tests start. */
export function useCompileCache(): void {
  process.env.NODE_COMPILE_CACHE ??= compileCache;
}

/**
 * Creates the cache if it does not exist. A process writes what it has compiled only when it exits, so that processes
 * started together would all compile.
 */
export async function fillCompileCache(): Promise<void> {
  if (existsSync(compileCache)) return;
  const program = `await import('@wfp/api/start'); await import('@wfp/worker/start'); process.exit();`;
  const args = ['--input-type=module', '--eval', program];
  await promisify(execFile)(process.execPath, args, { cwd: path.resolve(import.meta.dirname, '../..') });
}
