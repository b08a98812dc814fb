import path from 'node:path';

/**
 * Node's compile cache, kept between runs. With it, the start of an API process takes 0.9 s of CPU time instead of 1.65
 * s.
 */
export const compileCache = path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled');

/** Enables the cache for test workers and the processes that tests start. */
export function useCompileCache(): void {
  process.env.NODE_COMPILE_CACHE ??= compileCache;
}
