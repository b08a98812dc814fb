import type { Row } from '../../api/call-path.ts';
import { problemOf } from '../../api/errors.ts';
import { textOfError } from '../write/reason.ts';

/** A record that is changed together with others. */
export interface BulkItem {
  key: string;
  title: string;
  /** As the user saw it. */
  row: Row;
}

/** The result of a change of many records. */
export interface Outcome {
  done: readonly { item: BulkItem; saved: Row | null }[];
  refused: readonly { item: BulkItem; reason: string; error: unknown }[];
  /** Records that were not changed because the user has stopped it. */
  left: readonly BulkItem[];
}

interface RunOptions {
  signal: AbortSignal;
  /** Receives the number of records that were changed or refused. */
  onProgress: (count: number) => void;
}

/** Requests of one run at a time. */
const maxParallel = 4;

/** Changes records one by one, some at the same time. After a stop, no further request begins. */
export async function runEach(
  items: readonly BulkItem[],
  change: (item: BulkItem) => Promise<Row | null>,
  { signal, onProgress }: RunOptions,
): Promise<Outcome> {
  const outcome = { done: [] as Outcome['done'][number][], refused: [] as Outcome['refused'][number][] };
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting[0]; item && !signal.aborted; item = waiting[0]) {
      waiting.shift();
      try {
        outcome.done.push({ item, saved: await change(item) });
      } catch (error) {
        outcome.refused.push({ item, reason: textOfError(error), error });
      }
      onProgress(outcome.done.length + outcome.refused.length);
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, work));
  return { ...outcome, left: waiting };
}

/**
 * Changes records with one request for many of them. The service changes all records of a request or none: it is repeated
 * without those that the rejection names.
 *
 * @param size the most records of a request
 */
export async function runBatches(
  items: readonly BulkItem[],
  size: number,
  change: (ids: readonly number[]) => Promise<readonly Row[]>,
  { signal, onProgress }: RunOptions,
): Promise<Outcome> {
  const outcome = { done: [] as Outcome['done'][number][], refused: [] as Outcome['refused'][number][] };
  let waiting = [...items];
  while (waiting.length > 0 && !signal.aborted) {
    const batch = waiting.slice(0, size);
    try {
      const saved = await change(batch.map(({ row }) => Number(row.id)));
      for (const item of batch)
        outcome.done.push({ item, saved: saved.find(({ id }) => id === item.row.id) ?? null });
      waiting = waiting.slice(batch.length);
    } catch (error) {
      const reasons = reasonsById(error);
      const named = batch.filter(({ row }) => reasons.has(Number(row.id)));
      const refused = named.length > 0 ? named : batch;
      for (const item of refused)
        outcome.refused.push({ item, reason: reasons.get(Number(item.row.id)) ?? textOfError(error), error });
      waiting = waiting.filter((item) => !refused.includes(item));
    }
    onProgress(outcome.done.length + outcome.refused.length);
  }
  return { ...outcome, left: waiting };
}

/** The reasons of a rejection that name records: `Does not exist: 4, 7`. */
function reasonsById(error: unknown): ReadonlyMap<number, string> {
  const messages = problemOf(error).fields.ids ?? [];
  return new Map(
    messages.flatMap((message) => {
      const [, reason = '', ids = ''] = /^(.*): (\d+(?:, \d+)*)$/.exec(message) ?? [];
      return ids.split(', ').map((id): [number, string] => [Number(id), reason]);
    }),
  );
}
