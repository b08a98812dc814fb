import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../errors.ts';
import { lockCall } from '../advisory-locks.ts';
import type { StatementRunner } from '../connections/statement-pool.ts';
import { translateErrors } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';

const { sql, raw } = Prisma;

export interface IdempotentRequest {
  /** The credential that owns the key: other credentials can use the same key. */
  credential: string;
  /** Method and path. */
  target: string;
  key: string;
  /** Keyed hash of the request. */
  fingerprint: Buffer;
  /** Hashes under previous encryption keys: the stored one may be one of them. */
  previousFingerprints: readonly Buffer[];
}

export interface StoredResponse {
  status: number;
  /** JSON without secrets; null for no body. */
  body: string | null;
  headers: Readonly<Record<string, string>>;
}

/** Thrown instead of committing a write if another request with the key was faster. */
export class ResponseAlreadyStored extends Error {
  override readonly name = 'AlreadyAnswered';
}

/**
 * The claim of one running request on its key. The caller carries it, and the request's write stores the response in
 * its own transaction: both are committed, or neither.
 */
export class IdempotencyClaim {
  readonly #org_id: number;
  readonly #request: IdempotentRequest;
  readonly #toResponse: (result: unknown) => StoredResponse;
  /** The response that this request has committed. */
  #committed: StoredResponse | null = null;

  constructor(org_id: number, request: IdempotentRequest, toResponse: (result: unknown) => StoredResponse) {
    this.#org_id = org_id;
    this.#request = request;
    this.#toResponse = toResponse;
  }

  /** @throws AppError `conflict` while another request with the key is writing */
  async lock(tx: StatementRunner): Promise<void> {
    const { credential, target, key } = this.#request;
    const name = JSON.stringify([this.#org_id, credential, target, key]);
    const [lock] = await tx.rows<{ is_free: boolean }>(
      sql`select ${raw(lockCall('tryLockInTransaction', 'idempotency', 'l.name'))} as is_free
        from (select ${name}::text as name) l`,
    );
    if (lock?.is_free) return;
    throw new AppError('conflict', 'A request with this Idempotency-Key is still running; retry shortly', {
      headers: { 'Retry-After': '1' },
    });
  }

  /**
   * Stores the response derived from the result of a write, in the transaction of that write.
   *
   * @returns a function to call after the commit
   * @throws ResponseAlreadyStored
   */
  async storeInTransaction(tx: StatementRunner, result: unknown): Promise<() => void> {
    const response = this.#toResponse(result);
    await this.#store(tx, response);
    return () => {
      this.#committed = response;
    };
  }

  /**
   * Stores the response of the request, unless its write has stored the same.
   *
   * @throws ResponseAlreadyStored
   */
  async storeUnlessCommitted(on: StatementRunner, response: StoredResponse): Promise<void> {
    if (isDeepStrictEqual(this.#committed, response)) return;
    await this.#store(on, response);
  }

  async #store(on: StatementRunner, { status, body, headers }: StoredResponse): Promise<void> {
    const { credential, target, key, fingerprint } = this.#request;
    // After a day the key can be reused.
    const isOwn = this.#committed
      ? sql`true`
      : sql`idempotency_keys.created_at <= now() - interval '24 hours'`;
    const stored = await translateErrors(
      on.execute(sql`
        insert into idempotency_keys (org_id, credential, target, key, fingerprint, status, answer, headers)
        values (${this.#org_id}, ${credential}, ${target}, ${key}, ${fingerprint}, ${status}::int, ${body},
          ${JSON.stringify(headers)}::jsonb)
        on conflict (org_id, credential, target, key) do update
          set fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer,
            headers = excluded.headers, created_at = now()
          where ${isOwn}`),
    );
    if (stored === 0) throw new ResponseAlreadyStored();
  }
}
