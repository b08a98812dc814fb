import { AppError, type Caller, MemoryCounter } from '@wfp/shared';
import type { JsonObject } from '../prompt.ts';
import { findSchemaError, isCompiled } from './output.ts';

/** Per organization, since a compilation takes up to 0.1 s of the event loop. */
const maxCompilationsPerMinute = 30;

const compilations = new MemoryCounter();

/**
 * Returns why a schema that a caller sent or chose cannot be used for outputs; null if it can. A schema that is compiled
 * already is not counted.
 *
 * @throws AppError `rate_limited` after too many compilations for the organization in this process
 */
export function findSchemaErrorFor({ org_id }: Caller, schema: JsonObject): string | null {
  if (!isCompiled(schema)) countCompilation(org_id);
  return findSchemaError(schema);
}

function countCompilation(org_id: number): void {
  const { count, msLeft } = compilations.increment(String(org_id));
  if (count <= maxCompilationsPerMinute) return;
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000));
  throw new AppError('rate_limited', `Too many output schemas; try again in ${retryAfter} s`, {
    headers: { 'Retry-After': String(retryAfter) },
  });
}
