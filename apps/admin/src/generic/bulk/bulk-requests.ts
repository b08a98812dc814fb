import type { Client } from '@wfp/client';
import { callPath, callWithTag, type Row, readRecord } from '../../api/call-path.ts';
import { changeRecord, deleteRecord, hasSameFields } from '../../api/change-record.ts';
import { type Action, fillPath, type ListedResource } from '../../api/resources.ts';
import { pathOfRow } from '../list/use-list.ts';
import type { BulkItem } from './run.ts';
import { bulkWords } from './words.ts';

/** The request of one record. */
export type Change = (item: BulkItem) => Promise<Row | null>;

/** The requests that change single records of a list. */
export function bulkRequests(client: Client, { path, key }: Pick<ListedResource, 'path' | 'key'>) {
  const archive: Change = async ({ row }) => {
    await deleteRecord(client, pathOfRow(path, row));
    return null;
  };
  const restore: Change = ({ row }) => callPath<Row>(client, 'post', `${path}/${row.id}/restore`);
  const act =
    (action: Action): Change =>
    ({ row }) =>
      callPath<Row | null>(client, action.method, fillPath(action.path, [String(row[key ?? 'id'])]));
  const set =
    (body: Row): Change =>
    async ({ row }) => {
      const result = await changeRecord(client, pathOfRow(path, row), body, { row, etag: null });
      return 'saved' in result ? result.saved.row : result.theirs.row;
    };
  /** Sets a field to its previous value, unless it has been changed since it was saved. */
  const setBack =
    (name: string, saved: ReadonlyMap<string, Row | null>): Change =>
    async ({ key: identity, row }) => {
      const now = await readRecord(client, pathOfRow(path, row));
      if (!hasSameFields(now.row, saved.get(identity) ?? {}, [name])) throw new Error(bulkWords.changed);
      const headers = now.etag !== null && 'updated_at' in now.row ? { 'if-match': now.etag } : {};
      const body = { [name]: row[name] };
      return (await callWithTag(client, 'PATCH', pathOfRow(path, row), { body, headers })).row;
    };
  return { archive, restore, act, set, setBack };
}

/** The request that changes many records of a list at once. */
export const setMany =
  (client: Client, bulk: Pick<Action, 'path'>, patch: Row) =>
  async (ids: readonly number[]): Promise<readonly Row[]> =>
    (await callPath<{ data: readonly Row[] }>(client, 'post', bulk.path, { body: { ids, patch } })).data;
