import type { Caller } from '../../../caller.ts';
import { statementAttributes, summarizeStatement } from '../../../trace/statement-span.ts';
import { activeTraceparent, inSharedSpan, type SpanParent, spanParent } from '../../../trace/tracing.ts';
import { type Database, poolsFor } from '../../connections/database.ts';
import { sqlStateOf, translateErrors } from '../../database-errors.ts';
import { type CombinedRow, jsonColumns } from '../../statements/combined-rows.ts';
import type { ColumnValues } from '../../statements/statements.ts';
import { afterCommit } from '../after-commit.ts';
import type { CombinedAuthor } from '../authors.ts';
import { rejectUndeclaredEvents } from '../events/declared-events.ts';
import type { Recording } from '../events/event-rows.ts';
import { type Change, recordCombinedStatement } from '../record.ts';
import { CombinedQueue } from './combined-queue.ts';

/** A write of one row that can be combined with others that wait at the same time. */
export interface CombinableWrite<Row> {
  /**
   * Writes of an organization with the same key, first event and columns are combined: the `together` of any of them
   * must be able to write all of their rows.
   */
  key: string;
  /** The values of the row by column; for an update with its `id`. */
  values: ColumnValues;
  /** Data for `together` that no column contains. */
  context?: unknown;
  recording: Recording;
  /** The recording of combined rows, if their `recording` can differ in the events that follow the first one. */
  combinedRecording?: Recording;
  alone(): Change<Row>;
  /**
   * The write of several rows, built by {@link insertCombined} or {@link updateCombined}. The statement must skip rows
   * that it would reject, or for which it would wait. Skipped rows are written alone afterwards.
   */
  together(rows: readonly CombinedRow[]): Change<Row>;
}

interface Pending extends CombinedAuthor, SpanParent {
  write: CombinableWrite<unknown>;
}

type Queue = CombinedQueue<Pending, unknown>;

const queuesByDatabase = new WeakMap<Database, Map<string, Queue>>();

/**
 * Writes one row. Rows of requests that wait at the same time are written by one statement, each with its own caller in
 * event and audit entry. They share one lock, for example of a column of the board, and one flush to the disk. No
 * request waits for further requests to arrive, and the rejection of one row does not affect the others. A row is
 * written alone if the request has If-Match, an Idempotency-Key or a review, or if a value cannot be sent as JSON.
 *
 * @param writeAlone writes the row by a statement of its own
 */
export async function writeCombined<Row>(
  caller: Caller,
  one: CombinableWrite<Row>,
  writeAlone: () => Promise<Row[]>,
): Promise<Row[]> {
  const { recording, key, values } = one;
  const isAlone = caller.precondition || caller.idempotency || caller.review;
  const columns = isAlone ? null : jsonColumns(values);
  if (!columns) return writeAlone();
  rejectUndeclaredEvents(caller, one.combinedRecording ?? recording);
  const queue = queueOf(caller, `${caller.org_id} ${recording.event} ${columns} ${key}`);
  const pending = { caller, write: one, traceparent: activeTraceparent(), ...spanParent() };
  const turn = await queue.wait(pending, values.id as number | undefined);
  if ('row' in turn) {
    await afterCommit(caller);
    return [turn.row as Row];
  }
  try {
    return await writeAlone();
  } finally {
    turn.finish();
  }
}

function queueOf({ platform: { database } }: Caller, key: string): Queue {
  const queues = queuesByDatabase.get(database) ?? new Map<string, Queue>();
  queuesByDatabase.set(database, queues);
  let queue = queues.get(key);
  if (!queue) {
    queue = new CombinedQueue(
      (pending) => writeTogether(pending),
      () => queues.delete(key),
    );
    queues.set(key, queue);
  }
  return queue;
}

/** @returns the written rows by the index of their write; none if one of them caused the statement to be rolled back */
async function writeTogether(pending: readonly Pending[]): Promise<Map<number, unknown>> {
  const { caller, write } = pending[0] as Pending;
  const { together, recording, combinedRecording = recording } = write;
  const change = together(
    pending.map(({ caller, write: { values, context } }) => ({ caller, values, context })),
  );
  const statement = recordCombinedStatement(pending, change, combinedRecording);
  const summary = summarizeStatement(statement.text);
  const attributes = { ...statementAttributes(summary), 'db.operation.batch.size': pending.length };
  const send = () => translateErrors(poolsFor(caller).writing.rows<{ _place: number }>(statement));
  try {
    const rows = await inSharedSpan(pending, summary, attributes, send);
    return new Map(rows.map(({ _place, ...row }) => [_place - 1, row]));
  } catch (error) {
    if (isRejection(error)) return new Map();
    throw error;
  }
}

/**
 * Data exceptions, violated constraints, conflicts with other transactions, and exceptions of the service's functions:
 * the statement was rolled back because of one of its rows.
 */
const rejectionStates = /^(?:22|23|40|P0001|WF)/;

const isRejection = (error: unknown): boolean => rejectionStates.test(sqlStateOf(error) ?? '');
