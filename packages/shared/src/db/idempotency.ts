import type { Caller } from '../caller.ts';
import { AppError, invalidField } from '../errors.ts';
import { poolsFor } from './connections/database.ts';
import { Prisma } from './generated/client.ts';
import { readOne } from './reads/read.ts';
import {
  IdempotencyClaim,
  type IdempotentRequest,
  ResponseAlreadyStored,
  type StoredResponse,
} from './writes/idempotency-claim.ts';

export type { IdempotentRequest, StoredResponse } from './writes/idempotency-claim.ts';

const { sql } = Prisma;

export interface IdempotentHandling<Result> {
  handle(caller: Caller): Promise<Result>;
  /** Converts a result, of the handler or of its single write, into the response. */
  toResponse(result: unknown): StoredResponse;
  toErrorResponse(error: AppError): StoredResponse;
}

/**
 * Errors that are stored under the key, so that a repeated request gets the same response. Other errors may be
 * temporary.
 */
const storableErrors = new Set<AppError['kind']>(['not_found', 'invalid']);

/**
 * Handles a request once per key. The write stores the response in its own transaction, so a client without a response
 * gets it by repeating the request, even if a process crashed before it responded. Failures of the service and
 * temporary rejections are not stored.
 *
 * @returns the result of the handler, or the stored response if another request with the key was faster
 * @throws AppError `conflict` while another request with the key is writing, `invalid` for a different body with the
 *   same key
 */
export async function executeIdempotently<Result>(
  caller: Caller,
  request: IdempotentRequest,
  { handle, toResponse, toErrorResponse }: IdempotentHandling<Result>,
): Promise<{ result: Result } | { stored: StoredResponse }> {
  const claim = new IdempotencyClaim(caller.org_id, request, toResponse);
  const { writing } = poolsFor(caller);
  try {
    const result = await handle({ ...caller, idempotency: claim }).catch(async (error: unknown) => {
      if (error instanceof AppError && storableErrors.has(error.kind)) {
        await claim.storeUnlessCommitted(writing, toErrorResponse(error));
      }
      throw error;
    });
    await claim.storeUnlessCommitted(writing, toResponse(result));
    return { result };
  } catch (error) {
    const stored = error instanceof ResponseAlreadyStored && (await findStoredResponse(caller, request));
    if (!stored) throw error;
    return { stored };
  }
}

/**
 * Finds the response stored under a key in the last 24 hours.
 *
 * @throws AppError `invalid` for a different body with the same key
 */
export async function findStoredResponse(
  caller: Caller,
  { credential, target, key, fingerprint, previousFingerprints }: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  const row = await readOne<{
    status: number;
    answer: string | null;
    headers: StoredResponse['headers'];
    is_same: boolean;
  }>(
    caller,
    sql`select status, answer, headers, fingerprint = any(${[fingerprint, ...previousFingerprints]}::bytea[]) as is_same
      from idempotency_keys
      where org_id = ${caller.org_id} and credential = ${credential} and target = ${target} and key = ${key}
        and created_at > now() - interval '24 hours'`,
  );
  if (row && !row.is_same) {
    throw invalidField(
      'Idempotency-Key',
      'Was already used for a different request; use a new key for each request',
    );
  }
  return row && { status: row.status, body: row.answer, headers: row.headers };
}
