import type { Caller, Permission } from '@wfp/shared';

/**
 * Whether the caller may read every record of a resource. Parts that nobody declared a right on, such
 * as sessions, are nobody's but the log's own readers'.
 */
export function canReadAll(caller: Caller, resource: string): boolean {
  if (!caller.platform.access.resources.has(resource)) return true;
  const read: Permission = `${resource}:read`;
  return caller.rowScopeFor(read)?.org ?? false;
}
