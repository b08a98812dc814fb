import { useCallback, useSyncExternalStore } from 'react';
import type { Row } from '../api/call-path.ts';
import { useOrganization } from '../api/session/session-context.ts';
import { type PendingChange, pending, pendingKey, withChanges } from './pending.ts';
import { rowKey, rows, type ShownRow } from './rows.ts';

const unchanged: ReadonlySet<string> = new Set();

interface Shown<Loaded> {
  /** The record with the changes of the user that are not confirmed. */
  row: Row | Loaded;
  /** The record without changes that have failed, with which a further change begins. */
  base: Row | Loaded;
  /** Fields that another user has just changed. */
  changed: ReadonlySet<string>;
  /** Changes of the user that the service has not confirmed, or has rejected. */
  changes: readonly PendingChange[];
}

/** The newest known version of the record at a path; `loaded` if there is no other one. */
export function useShownRow<Loaded extends Row | undefined>(path: string, loaded: Loaded): Shown<Loaded> {
  const { slug } = useOrganization();
  const key = rowKey(slug, path);
  const listen = useCallback((changed: () => void) => rows.listen(key, changed), [key]);
  const newest = useSyncExternalStore<ShownRow | undefined>(listen, () => rows.get(key));
  const changes = usePendingChanges(path);
  const {
    row,
    changed,
  }: Pick<Shown<Loaded>, 'row' | 'changed'> = loaded && newest ? newest : { row: loaded, changed: unchanged };
  const sent = changes.filter(({ state }) => state !== 'failed');
  return { row: withChanges(row, changes), base: withChanges(row, sent), changed, changes };
}

/** The changes of the user to the record at a path that are not confirmed. */
export function usePendingChanges(path: string): readonly PendingChange[] {
  const { slug, session } = useOrganization();
  const key = pendingKey(slug, session.user.id, path);
  const listen = useCallback((changed: () => void) => pending.listen(key, changed), [key]);
  return useSyncExternalStore(listen, () => pending.of(key));
}
