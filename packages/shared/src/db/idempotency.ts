import type { Caller } from '../caller.ts';
import { AppError, invalidField } from '../errors.ts';
import { poolsOf } from './connections/database.ts';
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

/** How a request with a key is handled, and how its answers are stored. */
export interface IdempotentHandling<Result> {
  handle(caller: Caller): Promise<Result>;
  /** The answer to a result: of the handler, or of the one write that it makes. */
  toResponse(result: unknown): StoredResponse;
  toErrorResponse(error: AppError): StoredResponse;
}

/** Client errors that follow from the state of the records: the same request gets the same answer again. */
const storableErrors = new Set<AppError['kind']>(['not_found', 'invalid']);

/**
 * Handles a request once for its key. The write stores the answer in its own transaction, so a client that received
 * no answer gets it by repeating the request, whichever process crashed in between. Failures of the service and
 * refusals that may pass are not stored.
 *
 * @returns the result of the handler, or the stored answer when another request with the key was faster
 * @throws AppError `conflict` while another request with the key is writing, `invalid` for another body with it
 */
export async function executeIdempotently<Result>(
  caller: Caller,
  request: IdempotentRequest,
  { handle, toResponse, toErrorResponse }: IdempotentHandling<Result>,
): Promise<{ result: Result } | { stored: StoredResponse }> {
  const claim = new IdempotencyClaim(caller.org_id, request, toResponse);
  const { writing } = poolsOf(caller.platform.database);
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
 * Finds what a key was answered with in the last 24 hours.
 *
 * @throws AppError `invalid` for another body with the same key
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
    throw invalidField('Idempotency-Key', 'Was used for another request; take a new key for each request');
  }
  return row && { status: row.status, body: row.answer, headers: row.headers };
}
