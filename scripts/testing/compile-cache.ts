import path from 'node:path';

/** The folder in which Node keeps compiled code between runs: an API process starts in 0.9 instead of 1.65 s of processor time. */
export const compileCache = path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled');

/** Sets the cache for the workers of this test run and for every process that a test starts. */
export function useCompileCache(): void {
  process.env.NODE_COMPILE_CACHE ??= compileCache;
}
