import type { Caller } from '../../caller.ts';
import { runConsequences } from '../../consequences/announce.ts';
import type { AnyConsequence } from '../../consequences/consequence.ts';
import { poolsFor } from '../connections/database.ts';
import type { StatementRunner } from '../connections/statement-pool.ts';
import { translateErrors } from '../database-errors.ts';
import { withRetry } from '../transactions/retry.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { afterCommit } from './after-commit.ts';
import { type CombinableWrite, writeCombined } from './combined/combined-writes.ts';
import { rejectUndeclaredEvents } from './events/declared-events.ts';
import type { Recording } from './events/event-rows.ts';
import { type Change, recordStatement } from './record.ts';
import { collectReviewedIds, saveReview } from './review/saved-review.ts';
import { readUnchanged } from './unchanged.ts';

export type { Transaction } from '../transactions/transaction.ts';

const timeoutMs = 10_000;

/**
 * Writes with one statement, the common and fastest case. Row, event, audit entry and outbox row are committed
 * together. A {@link CombinableWrite} is combined with those of other requests that wait at the same time.
 *
 * @param response the response stored for a request with an Idempotency-Key, in the same transaction
 * @throws AppError `invalid` naming the field if the row violates a constraint
 * @throws Error if the event is not declared by the caller's endpoint, job or consequence
 */
export function write<Row>(caller: Caller, one: CombinableWrite<Row>): Promise<Row[]>;
export function write<Row>(
  caller: Caller,
  change: Change<Row>,
  recording: Recording,
  response?: (rows: Row[]) => unknown,
): Promise<Row[]>;
export function write<Row>(
  caller: Caller,
  what: Change<Row> | CombinableWrite<Row>,
  recording?: Recording,
  response?: (rows: Row[]) => unknown,
): Promise<Row[]> {
  if ('together' in what)
    return writeCombined(caller, what, () => writeAlone(caller, what.alone(), what.recording));
  if (!recording) throw new Error('A change requires a recording');
  return writeAlone(caller, what, recording, response);
}

async function writeAlone<Row>(
  caller: Caller,
  change: Change<Row>,
  recording: Recording,
  response: (rows: Row[]) => unknown = ([first]) => first,
): Promise<Row[]> {
  if (caller.idempotency || caller.review) {
    return commit(caller, async (client) => {
      const { result, recorded } = await runTransactionBody(client, caller, (tx) =>
        tx.write(change, recording),
      );
      return { result, response: response(result), recorded };
    });
  }
  const { writing } = poolsFor(caller);
  const { rows, recorded } = await withRetry(() => record(writing, caller, change, recording));
  if (recorded > 0) await afterCommit(caller);
  return rows;
}

/**
 * Writes with several statements in one transaction, which also stores the review of the request, at seven times the CPU time of {@link write}. No network,
 * Redis or model call and no password hashing inside. For a request with an Idempotency-Key, the result of `run` is the
 * stored response.
 *
 * @throws Error if it executes statements with `executeUnrecorded` but records no change
 */
export async function writeInTransaction<Result>(
  caller: Caller,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return commit(caller, async (client) => {
    const { result, recorded } = await runTransactionBody(client, caller, run);
    return { result, response: result, recorded };
  });
}

interface TransactionResult<Result> {
  result: Result;
  /** Stored if the request has an Idempotency-Key. */
  response: unknown;
  recorded: number;
}

async function commit<Result>(
  caller: Caller,
  run: (client: StatementRunner) => Promise<TransactionResult<Result>>,
): Promise<Result> {
  const { writing } = poolsFor(caller);
  const { idempotency: claim } = caller;
  const inTransaction = async (client: StatementRunner) => {
    await claim?.lock(client);
    const { result, response, recorded } = await run(client);
    // If no row changed, the handler determines the response, which is stored after it: an error, for example.
    return {
      result,
      recorded,
      committed: recorded > 0 ? await claim?.storeInTransaction(client, response) : undefined,
    };
  };
  const { result, recorded, committed } = await withRetry(() =>
    translateErrors(writing.transaction(inTransaction, timeoutMs)),
  );
  committed?.();
  if (caller.review && recorded > 0) caller.review.isSaved = true;
  await afterCommit(caller);
  return result;
}

export async function runTransactionBody<Result>(
  client: StatementRunner,
  caller: Caller,
  run: (tx: Transaction) => Promise<Result>,
  longHeld: Transaction['longHeld'] = null,
): Promise<{ result: Result; recorded: number }> {
  const done: Progress = { recorded: 0, hasUnrecorded: false, reviewedIds: [], longHeld };
  const tx = transactionOn(client, caller, done);
  const result = await run(tx);
  if (done.recorded > 0) await saveReview(caller, tx, done.reviewedIds);
  if (done.hasUnrecorded && done.recorded === 0) {
    throw new Error('A transaction must not be committed without a recorded write');
  }
  return { result, recorded: done.recorded };
}

/** The state of a transaction, which all of its views share. */
interface Progress {
  recorded: number;
  hasUnrecorded: boolean;
  /** Ids of written records that were reviewed before. */
  reviewedIds: number[];
  longHeld: Transaction['longHeld'];
}

/** @param by the consequence that this view of the transaction is for */
function transactionOn(
  client: StatementRunner,
  caller: Caller,
  done: Progress,
  by?: AnyConsequence,
): Transaction {
  return {
    longHeld: done.longHeld,
    write: async (change, recording) => {
      const { rows, recorded } = await record(client, caller, change, recording);
      done.recorded += recorded;
      if (recorded > 0 && !by) collectReviewedIds(caller, recording, rows, done.reviewedIds);
      return rows;
    },
    rows: (statement) => translateErrors(client.rows(statement)),
    executeUnrecorded: (statement) => {
      done.hasUnrecorded = true;
      return translateErrors(client.execute(statement));
    },
    announce: (announcement, payload) =>
      runConsequences(caller, by, { announcement, payload }, (narrowed, next) =>
        transactionOn(client, narrowed, done, next),
      ),
  };
}

async function record<Row>(
  client: StatementRunner,
  caller: Caller,
  change: Change<Row>,
  recording: Recording,
): Promise<{ rows: Row[]; recorded: number }> {
  rejectUndeclaredEvents(caller, recording);
  const rows = await translateErrors(client.rows<Row>(recordStatement(caller, change, recording)));
  if (rows.length > 0) return { rows, recorded: rows.length };
  return { rows: await translateErrors(readUnchanged(client, caller, change)), recorded: 0 };
}
