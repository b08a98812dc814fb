import type { Caller, Permission } from '@wfp/shared';

/**
 * True if the caller may read all records of a resource. Entries about something that is not a resource, such as
 * sessions, are readable by all who read the log.
 */
export function canReadAll(caller: Caller, resource: string): boolean {
  if (!caller.platform.access.resources.has(resource)) return true;
  const read: Permission = `${resource}:read`;
  return caller.rowScopeFor(read)?.org ?? false;
}
