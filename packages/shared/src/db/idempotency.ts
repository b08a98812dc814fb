import type { Caller } from '../caller.ts';
import { AppError, invalidField } from '../errors.ts';
import { lockCall } from './advisory-locks.ts';
import { translated } from './database-errors.ts';
import { Prisma } from './generated/client.ts';
import { readOne } from './read.ts';
import type { StatementRunner } from './statement-pool.ts';
import { insideOf, together } from './write.ts';

const { sql, raw } = Prisma;

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  /** Whose key it is: a key means nothing to another credential. */
  credential: string;
  /** Method and path. */
  target: string;
  key: string;
  /** Keyed hash of what was sent. */
  fingerprint: Buffer;
  /** The same by keys of before, under which the first answer may have been kept. */
  formerly: readonly Buffer[];
}

/** An answer as it can be given again. */
export interface KeptAnswer {
  status: number;
  /** JSON without secrets; null for no body. */
  body: string | null;
}

/** Client errors that a handler found in the state of things: the same request gets the same answer again. */
const lasting = new Set<AppError['kind']>(['not_found', 'invalid']);

/**
 * Answers a request once for its key: the first time by `answer`, within 24 hours again with what was
 * answered then. Key, answer and everything `answer` writes are committed together, so a client that never
 * got its answer finds out by asking again, whatever crashed in between. Failures of the service and
 * refusals that may pass are not kept.
 *
 * @throws AppError `conflict` while the first request is still running, `invalid` for another body with
 *   the same key
 */
export async function answerOnce<Answer extends KeptAnswer>(
  caller: Caller,
  request: KeyedRequest,
  answer: (caller: Caller) => Promise<Answer>,
  ofError: (error: AppError) => KeptAnswer,
): Promise<{ first: Answer } | { again: KeptAnswer }> {
  const outcome = await together(caller, async (within, tx) => {
    await takeTurn(tx, caller, request);
    const kept = await findKept(tx, caller, request);
    if (kept) return { again: kept };
    try {
      const first = await insideOf(tx, () => answer(within));
      await keep(tx, caller, request, first);
      return { first };
    } catch (error) {
      if (!(error instanceof AppError) || !lasting.has(error.kind)) throw error;
      await keep(tx, caller, request, ofError(error));
      return { error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome;
}

async function takeTurn(tx: StatementRunner, caller: Caller, request: KeyedRequest): Promise<void> {
  const name = JSON.stringify([caller.org_id, request.credential, request.target, request.key]);
  const [turn] = await tx.rows<{ mine: boolean }>(
    sql`select ${raw(lockCall('tryLockInTransaction', 'idempotency', 'l.name'))} as mine from (select ${name}::text as name) l`,
  );
  if (!turn?.mine) {
    throw new AppError(
      'conflict',
      'A request with this Idempotency-Key is still running; ask again shortly',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
}

/** Whether a request needs no more than the answer that is kept for its key, or a refusal. */
export async function isAnswered(caller: Caller, request: KeyedRequest): Promise<boolean> {
  return (await readOne(caller, keptFor(caller, request))) !== undefined;
}

const keptFor = (caller: Caller, { credential, target, key, fingerprint, formerly }: KeyedRequest) =>
  sql`select status, answer, fingerprint = any(${[fingerprint, ...formerly]}::bytea[]) as is_same from idempotency_keys
    where org_id = ${caller.org_id} and credential = ${credential} and target = ${target} and key = ${key}
      and created_at > now() - interval '24 hours'`;

async function findKept(
  tx: StatementRunner,
  caller: Caller,
  request: KeyedRequest,
): Promise<KeptAnswer | undefined> {
  const [row] = await tx.rows<{ status: number; answer: string | null; is_same: boolean }>(
    keptFor(caller, request),
  );
  if (row && !row.is_same) {
    throw invalidField('Idempotency-Key', 'Was used for another request; take a new key for each request');
  }
  return row && { status: row.status, body: row.answer };
}

async function keep(
  tx: StatementRunner,
  caller: Caller,
  { credential, target, key, fingerprint }: KeyedRequest,
  { status, body }: KeptAnswer,
): Promise<void> {
  await translated(
    tx.execute(sql`
      insert into idempotency_keys (org_id, credential, target, key, fingerprint, status, answer)
      values (${caller.org_id}, ${credential}, ${target}, ${key}, ${fingerprint}, ${status}::int, ${body})
      on conflict (org_id, credential, target, key) do update
        set fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, created_at = now()`),
  );
}
