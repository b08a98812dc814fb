import { useQueryClient } from '@tanstack/react-query';
import { callWithTag, type ReadRecord, type Row, readRecord } from '../../api/call-path.ts';
import { hasSameFields } from '../../api/change-record.ts';
import { hasStatus } from '../../api/errors.ts';
import { loadName } from '../../api/names.ts';
import type { ListedResource } from '../../api/resources.ts';
import type { Session } from '../../api/session/session.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { pending, pendingKey } from '../../live/pending.ts';
import { rowKey, rows } from '../../live/rows.ts';
import { titleOf } from '../fields.ts';
import { words } from '../words.ts';
import { recordKey } from './use-record.ts';

/**
 * Returns a function that sets fields of a record to their previous values, unless it has been changed since it was saved,
 * and returns a message about it.
 */
export function useUndoUpdate(resource: ListedResource) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  /** Shows the previous values until the service has responded. A message reports a failure. */
  const showing = async <Result>(
    path: string,
    fields: Row,
    { row }: ReadRecord,
    send: () => Promise<Result>,
  ) => {
    const key = pendingKey(slug, session.user.id, path);
    const title = titleOf(row, resource);
    const change = { slug, key, title, kind: 'update', fields, hasForm: false } as const;
    const ids = pending.add([{ ...change, send: async () => void (await send()) }]);
    try {
      return await send();
    } finally {
      pending.remove(ids);
    }
  };

  return async (path: string, before: Row, saved: ReadRecord): Promise<string> => {
    const undone = await showing(path, before, saved, async () => {
      const restored = await restoreFields(session, path, before, saved);
      rows.put(rowKey(slug, path), restored.record.row);
      queries.setQueryData(recordKey(slug, path), restored.record);
      return restored;
    });
    if (undone.isUndone) return words.undo.undone(titleOf(undone.record.row, resource));
    const { updated_by } = undone.record.row;
    const user = typeof updated_by === 'number' ? await loadName(session, 'user', updated_by) : null;
    return words.undo.changedBy(user?.name ?? words.otherUser);
  };
}

async function restoreFields({ client, user }: Session, path: string, before: Row, saved: ReadRecord) {
  const change = (headers: object) => callWithTag(client, 'PATCH', path, { body: before, headers });
  const isVersioned = saved.etag !== null && 'updated_at' in saved.row;
  if (isVersioned) {
    const record = await change({ 'if-match': saved.etag }).catch((error: unknown) => {
      if (hasStatus(error, 412)) return null;
      throw error;
    });
    if (record) return { record, isUndone: true };
  }
  const now = await readRecord(client, path);
  // Later changes of the same user, such as one that was undone before this one, do not matter.
  const isOwn = !isVersioned || now.row.updated_by === user.id;
  if (!isOwn || !hasSameFields(now.row, saved.row, Object.keys(before)))
    return { record: now, isUndone: false };
  return { record: await change(isVersioned ? { 'if-match': now.etag } : {}), isUndone: true };
}
