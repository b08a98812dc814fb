import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import type { ListedResource } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { type NewChange, pending, pendingKey } from '../../live/pending.ts';
import { rowKey, rows } from '../../live/rows.ts';
import { pathOfRow } from '../list/use-list.ts';
import { asMutation } from '../write/use-record-write.ts';
import type { Change } from './bulk-requests.ts';
import type { BulkItem, Outcome } from './run.ts';

type Options = { signal: AbortSignal; onProgress: (count: number) => void };

/** The change that is shown of records while they are changed. */
export interface ShownChange extends Pick<NewChange, 'kind'> {
  fields?: Row;
  /** Sends the change of one record, if the user tries it again. */
  retry: Change;
}

/** Runs changes of many records one after the other, with their progress. */
export function useBulkRun(resource: ListedResource) {
  const [progress, setProgress] = useState<{ count: number; total: number } | null>(null);
  const controller = useRef<AbortController>(null);
  const { show, settle, reload } = useShownChanges(resource);
  // Requests that have not begun when the page is left are not sent.
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (
    items: readonly BulkItem[],
    change: (options: Options) => Promise<Outcome>,
    shown?: ShownChange,
  ): Promise<Outcome> => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setProgress({ count: 0, total: items.length });
    const ids = shown ? show(items, shown) : new Map<BulkItem, number>();
    const outcome = await change({
      signal,
      onProgress: (count) => setProgress({ count, total: items.length }),
    });
    settle(outcome, ids);
    await reload();
    pending.remove(outcome.done.flatMap(({ item }) => ids.get(item) ?? []));
    setProgress(null);
    return outcome;
  };
  return { progress, run, stop: () => controller.current?.abort() };
}

function useShownChanges(resource: ListedResource) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const store = (saved: Row | null) => {
    if (saved?.id !== undefined) rows.put(rowKey(slug, pathOfRow(resource.path, saved)), saved);
  };
  const reload = () =>
    queries.invalidateQueries({
      queryKey: [slug],
      predicate: ({ queryKey: [, kind] }) => kind === 'list' || kind === 'record' || kind === 'part',
    });
  const show = (items: readonly BulkItem[], { kind, fields = {}, retry }: ShownChange) => {
    const changes = items.map((item): NewChange => {
      const key = pendingKey(slug, session.user.id, pathOfRow(resource.path, item.row));
      const send = async () => {
        store(await asMutation(queries, () => retry(item)));
        await reload();
      };
      return { slug, key, title: item.title, kind, fields, hasForm: false, send };
    });
    const ids = pending.add(changes);
    return new Map(items.map((item, index) => [item, ids[index] ?? 0]));
  };
  /** Marks the records that were refused. Those that were changed are marked until they are loaded again. */
  const settle = ({ done, refused, left }: Outcome, ids: ReadonlyMap<BulkItem, number>) => {
    for (const { saved } of done) store(saved);
    for (const { item, error } of refused) pending.fail(ids.get(item) ?? 0, error);
    pending.remove(left.flatMap((item) => ids.get(item) ?? []));
  };
  return { show, settle, reload };
}
