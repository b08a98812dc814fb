import { useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import { hasSameFields } from '../../api/change-record.ts';
import { type Action, type ListedResource, useSchema } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { rowKey, rows } from '../../live/rows.ts';
import { titleOf } from '../fields.ts';
import { pathOfRow } from '../list/use-list.ts';
import { useOfferUndo } from '../record/use-offer-undo.ts';
import { bulkRequests, type Change, setMany } from './bulk-requests.ts';
import { type BulkItem, type Outcome, runBatches, runEach } from './run.ts';
import type { BulkOffers } from './use-bulk-offers.ts';
import { type ShownChange, useBulkRun } from './use-bulk-run.ts';
import { bulkWords } from './words.ts';

/** The result of the last change, as the user reads it. */
export interface BulkResult {
  /** The changed records, such as “Deleted 3 records”. */
  text: string;
  outcome: Outcome;
}

type Chosen = ReadonlyMap<string, Row>;

/** Changes the chosen records of a list, and offers to undo that. */
export function useBulk(resource: ListedResource, offers: BulkOffers, onDone: (outcome: Outcome) => void) {
  const { session, slug } = useOrganization();
  const { client } = session;
  const { offer } = useOfferUndo(resource);
  const { progress, run, stop } = useBulkRun(resource);
  const [result, setResult] = useState<BulkResult | null>(null);
  const batch = useBatch(resource, offers.bulk);
  const request = bulkRequests(client, resource);
  const itemsOf = (chosen: Chosen) => currentItems(chosen, slug, resource);
  const each = (items: readonly BulkItem[], change: Change, kind?: ShownChange['kind']) =>
    run(items, (options) => runEach(items, change, options), kind && { kind, retry: change });
  const finish = (outcome: Outcome, text: string, inverse?: Change) => {
    setResult({ text, outcome });
    onDone(outcome);
    const done = outcome.done.map(({ item }) => item);
    if (!inverse || done.length === 0) return;
    offer(text, async () => {
      const undone = await each(done, inverse);
      const refused = undone.refused.map(({ item }) => item.title);
      return bulkWords.undone(undone.done.length, refused);
    });
  };
  return {
    progress,
    stop,
    result,
    closeResult: () => setResult(null),
    archive: async (chosen: Chosen) => {
      const outcome = await each(itemsOf(chosen), request.archive, 'delete');
      const inverse = isRestorable(resource) ? request.restore : undefined;
      finish(outcome, bulkWords.archived(outcome.done.length), inverse);
    },
    restore: async (chosen: Chosen) => {
      const outcome = await each(itemsOf(chosen), request.restore, 'restore');
      finish(outcome, bulkWords.restored(outcome.done.length), request.archive);
    },
    act: async (chosen: Chosen, action: Action, label: string) => {
      const outcome = await each(itemsOf(chosen), request.act(action));
      finish(outcome, bulkWords.acted(label, outcome.done.length));
    },
    set: async (chosen: Chosen, name: string, value: unknown) => {
      const items = itemsOf(chosen);
      const body = { [name]: value };
      const retry = request.set(body);
      const outcome = await run(
        items,
        (options) =>
          batch
            ? runBatches(items, batch.size, setMany(client, batch, body), options)
            : runEach(items, retry, options),
        { kind: 'update', fields: body, retry },
      );
      finish(outcome, bulkWords.changedCount(outcome.done.length), inverseOf(outcome, name, request.setBack));
    },
  };
}

const isRestorable = ({ actions }: ListedResource): boolean => actions.some(({ name }) => name === 'restore');

/** The chosen records in their newest known versions. */
const currentItems = (chosen: Chosen, slug: string, resource: ListedResource): BulkItem[] =>
  [...chosen].map(([key, loaded]) => {
    const row = newestRow(loaded, slug, resource);
    return { key, row, title: titleOf(row, resource) };
  });

/** A record in its newest known version. */
export const newestRow = (loaded: Row, slug: string, { path }: Pick<ListedResource, 'path'>): Row =>
  rows.get(rowKey(slug, pathOfRow(path, loaded)))?.row ?? loaded;

/** The path of the request that changes many records, and the most records of one. Undefined if there is none. */
function useBatch({ code }: ListedResource, bulk: Action | undefined) {
  const { data: schema } = useSchema(bulk && code, 'action', { action: 'bulk' });
  const { ids: { maxItems: size } = {}, patch } = schema?.properties ?? {};
  return bulk && patch && size !== undefined ? { path: bulk.path, size } : undefined;
}

/** Sets a field back, of records that show its previous value. Undefined if there are none. */
function inverseOf(
  { done }: Outcome,
  name: string,
  setBack: ReturnType<typeof bulkRequests>['setBack'],
): Change | undefined {
  const saved = new Map(done.map((one) => [one.item.key, one.saved]));
  const change = setBack(name, saved);
  const isKnown = done.every(({ item }) => name in item.row);
  if (!isKnown) return undefined;
  return async (item) =>
    hasSameFields(item.row, saved.get(item.key) ?? {}, [name]) ? item.row : change(item);
}
