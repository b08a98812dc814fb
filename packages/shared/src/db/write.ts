import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../caller.ts';
import { runConsequences } from '../consequences/announce.ts';
import type { AnyConsequence } from '../consequences/consequence.ts';
import { AppError } from '../errors.ts';
import { clients } from './database.ts';
import { sqlStateOf, translated } from './database-errors.ts';
import { Prisma } from './generated/client.ts';
import { type Change, type Recording, recordStatement } from './record.ts';
import type { StatementRunner } from './statement-pool.ts';
import type { Transaction } from './transaction.ts';

export type { Transaction } from './transaction.ts';

/**
 * THE ONE DOOR FOR WRITES, in one statement: the usual case and the fast one.
 *
 * Guarantees that row, event, audit entry and outbox row exist together or not at all.
 *
 * @throws AppError `invalid` naming the field when a constraint of the database refuses the row
 * @throws Error when the event is none that the caller's endpoint or job declares
 */
export async function write<Row>(caller: Caller, change: Change<Row>, recording: Recording): Promise<Row[]> {
  if (caller.transaction) {
    return insideOf(caller.transaction, (client) => recordOn(client, caller, change, recording));
  }
  const { writing } = clients(caller.platform.database);
  const rows = await retrying(() => recordOn(writing, caller, change, recording));
  await caller.platform.replica?.wrote(caller);
  caller.platform.wakeRelay();
  return rows;
}

/**
 * The same door for a write that truly needs several statements: an interactive transaction. Seven
 * times the CPU of {@link write}. No network, Redis or model call may happen inside.
 *
 * @throws Error when it ends without having recorded anything
 */
export async function writeInTransaction<Result>(
  caller: Caller,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (caller.transaction) return insideOf(caller.transaction, (client) => stepsOn(client, caller, run));
  const { writing } = clients(caller.platform.database);
  const result = await retrying(() =>
    translated(writing.transaction((client) => stepsOn(client, caller, run), 10_000)),
  );
  await caller.platform.replica?.wrote(caller);
  caller.platform.wakeRelay();
  return result;
}

async function stepsOn<Result>(
  client: StatementRunner,
  caller: Caller,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const done = { recorded: 0, adjusted: false };
  const result = await run(transactionOn(client, caller, done));
  if (done.adjusted && done.recorded === 0)
    throw new Error('A write was about to be committed without a record');
  return result;
}

/** @param by the consequence that gets this view of the transaction */
function transactionOn(
  client: StatementRunner,
  caller: Caller,
  done: { recorded: number; adjusted: boolean },
  by?: AnyConsequence,
): Transaction {
  return {
    write: async (change, recording) => {
      const rows = await recordOn(client, caller, change, recording);
      done.recorded += rows.length;
      return rows;
    },
    rows: (statement) => translated(client.rows(statement)),
    executeUnrecorded: (statement) => {
      done.adjusted = true;
      return translated(client.execute(statement));
    },
    announce: (announcement, payload) =>
      runConsequences(caller, by, { announcement, payload }, (narrowed, next) =>
        transactionOn(client, narrowed, done, next),
      ),
  };
}

/** No transaction that writes lasts longer, in milliseconds: what has to wait for all that began earlier counts on it. */
export const longestWriteMs = 5 * 60_000;

/**
 * Runs `run` with a caller whose every write and read belongs to one transaction: all of it is committed
 * or none. For what must hold together across a whole request, such as an answer and the key it is kept
 * under; costs what {@link writeInTransaction} costs. It ends after {@link longestWriteMs}, whatever `timeoutMs` says.
 */
export async function together<Result>(
  caller: Caller,
  run: (caller: Caller, tx: StatementRunner) => Promise<Result>,
  timeoutMs = 15_000,
): Promise<Result> {
  const { around } = clients(caller.platform.database);
  const result = await retrying(() =>
    translated(
      around.transaction(
        (tx) => run({ ...caller, transaction: tx }, tx),
        Math.min(timeoutMs, longestWriteMs),
      ),
    ),
  );
  await caller.platform.replica?.wrote(caller);
  caller.platform.wakeRelay();
  return result;
}

const savepoint = Prisma.sql`savepoint part`;
/** Ends the part. One that was rolled back is still there, and must not hide the part around it. */
const keepPart = Prisma.sql`release savepoint part`;
const undoPart = Prisma.sql`rollback to savepoint part`;

/** A write within a transaction that is already open: undone by itself when it fails, and tried again as any other. */
export function insideOf<Result>(
  tx: StatementRunner,
  run: (client: StatementRunner) => Promise<Result>,
): Promise<Result> {
  return retrying(async () => {
    await tx.execute(savepoint);
    try {
      const result = await run(tx);
      await tx.execute(keepPart);
      return result;
    } catch (error) {
      await tx.execute(undoPart);
      await tx.execute(keepPart);
      throw error;
    }
  });
}

async function recordOn<Row>(
  client: StatementRunner,
  caller: Caller,
  change: Change<Row>,
  recording: Recording,
): Promise<Row[]> {
  for (const type of [recording.event, ...(recording.also ?? []).map((one) => one.type)]) {
    if (!caller.emits.has(type))
      throw new Error(`The endpoint, job or consequence does not declare that it emits ${type}`);
  }
  return translated(client.rows<Row>(recordStatement(caller, change, recording)));
}

const attempts = 10;

/** Those who collided would collide again if they came back together: a random wait, up to these milliseconds. */
const longestPause = (attempt: number) => Math.min(2 ** attempt, 50);

/** Deadlocks and serialization failures are nobody's fault: the whole write is run again. */
async function retrying<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt >= attempts) throw crowdedOut(error);
      await pause(Math.random() * longestPause(attempt));
    }
  }
}

/** The cause is wrapped, so that a write around this one does not take it for something to be run again. */
function crowdedOut(error: unknown): AppError {
  return new AppError('unavailable', 'Others are changing the same at this moment; try again shortly', {
    cause: new Error(`A write was tried ${attempts} times`, { cause: error }),
    headers: { 'Retry-After': '1' },
  });
}

/** Thrown inside a write that found the world changed since it looked: runs the whole write again. */
export class WriteAgain extends Error {
  override readonly name = 'WriteAgain';
}

function isTransient(error: unknown): boolean {
  if (error instanceof WriteAgain) return true;
  return sqlStateOf(error) === '40001' || sqlStateOf(error) === '40P01';
}
