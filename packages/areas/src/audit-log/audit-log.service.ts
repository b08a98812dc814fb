import { type Call, type Caller, notFound, writeAuditNote } from '@wfp/shared';
import type { ListAuditEntries, ListCheckpoints } from './audit-log.contract.ts';
import { findCheckpoints, findEntries, findEntry, type StoredEntry } from './audit-log.store.ts';
import { diffFields } from './changes.ts';
import { canReadAll } from './reading-rights.ts';

/** Lists entries. Each read of the log writes an entry. */
export async function listAuditEntries({ caller, query }: Call<unknown, ListAuditEntries, unknown>) {
  const page = await findEntries(caller, query);
  await writeAuditNote(caller, { action: 'read', resource: 'audit_log', outcome: 'success' });
  return { ...page, data: page.data.map((entry) => toResponse(caller, entry)) };
}

export async function getAuditEntry({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  const entry = await findEntry(caller, params.id);
  if (!entry) throw notFound('Audit entry');
  await writeAuditNote(caller, {
    action: 'read',
    resource: 'audit_log',
    record_id: params.id,
    outcome: 'success',
  });
  return toResponse(caller, entry);
}

export async function listCheckpoints({ caller, query }: Call<unknown, ListCheckpoints, unknown>) {
  return findCheckpoints(caller, query);
}

function toResponse(caller: Caller, { before, after, ...entry }: StoredEntry) {
  return { ...entry, changes: diffFields(before, after, canReadAll(caller, entry.resource)) };
}
