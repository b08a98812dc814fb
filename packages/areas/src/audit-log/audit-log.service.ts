import { type Call, type Caller, notFound, type Permission } from '@wfp/shared';
import type { ListAuditEntries } from './audit-log.contract.ts';
import { findEntries, findEntry, type StoredEntry } from './audit-log.store.ts';
import { changesOf } from './changes.ts';

export async function listAuditEntries({ caller, query }: Call<unknown, ListAuditEntries, unknown>) {
  const { data, total } = await findEntries(caller, query);
  return { data: data.map((entry) => shown(caller, entry)), total };
}

export async function getAuditEntry({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  const entry = await findEntry(caller, params.id);
  if (!entry) throw notFound('Audit entry');
  return shown(caller, entry);
}

function shown(caller: Caller, { before, after, ...entry }: StoredEntry) {
  return { ...entry, changes: changesOf(before, after, readsAll(caller, entry.resource)) };
}

/**
 * Whether the caller may read every record of a resource. Parts that nobody declared a right on, such
 * as sessions, are nobody's but the log's own readers'.
 */
function readsAll(caller: Caller, resource: string): boolean {
  if (!caller.platform.access.resources.has(resource)) return true;
  const read: Permission = `${resource}:read`;
  return caller.reach(read)?.org ?? false;
}
