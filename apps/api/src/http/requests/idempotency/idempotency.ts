import { createHmac } from 'node:crypto';
import { AppError, type Caller, type Endpoint, encryptionKeys, invalidField, successOf } from '@wfp/shared';
import { executeIdempotently, type IdempotentRequest, type StoredResponse } from '@wfp/shared/idempotency';
import type { Request } from 'express';
import { errorBody } from '../../errors.ts';
import { computeEntityTag, serializeRepeatable } from '../entity-tags.ts';

/** Printable ASCII without spaces. */
const keyPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * Reads the `Idempotency-Key` of a POST. Returns undefined for other methods, and for endpoints that store nothing:
 * repeating them is harmless. Public endpoints ignore the key, because their response can be a session, which must not
 * be replayed.
 *
 * @throws AppError `invalid` for a malformed key
 */
export function readIdempotencyKey(
  endpoint: Endpoint,
  req: Request,
  caller: Caller,
): IdempotentRequest | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined || endpoint.method !== 'post' || endpoint.isReadOnly) return undefined;
  if (!('id' in caller.credential)) return undefined;
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw invalidField('Idempotency-Key', 'Must be 1 to 255 printable ASCII characters without spaces');
  }
  const [current, ...previous] = encryptionKeys(caller.platform.config);
  return {
    credential: `${caller.credential.kind}:${caller.credential.id}`,
    target: `POST ${req.path}`,
    key,
    fingerprint: computeFingerprint(req, current),
    previousFingerprints: previous.map((previousKey) => computeFingerprint(req, previousKey)),
  };
}

/** An HMAC, because a plain hash of a body with a password could be brute-forced. */
function computeFingerprint(req: Request, keyHex: string): Buffer {
  const content = JSON.stringify([req.url.split('?')[1] ?? '', req.body ?? null]);
  return createHmac('sha256', Buffer.from(keyHex, 'hex')).update(content).digest();
}

const maxStoredBytes = 256 * 1024;

/** Stored instead of a response that is too large: a repeated request must not be executed. */
const notStored = new AppError(
  'gone',
  'The request with this Idempotency-Key was carried out; its response is too large to be repeated. Read the records instead',
);

/**
 * Runs the handler and stores the response, or an error in its place if it is too large. If a concurrent request with
 * the same key was faster, returns the stored response of that request.
 */
export function handleOnce(
  endpoint: Endpoint,
  caller: Caller,
  request: IdempotentRequest,
  handle: (caller: Caller) => Promise<unknown>,
): Promise<{ result: unknown } | { stored: StoredResponse }> {
  const { status, shape } = successOf(endpoint);
  return executeIdempotently(caller, request, {
    handle,
    toResponse: (result): StoredResponse => {
      if (shape === null) return { status, body: null, headers: {} };
      const body = serializeRepeatable(endpoint, result);
      if (Buffer.byteLength(body) > maxStoredBytes) return toErrorResponse(notStored);
      return { status, body, headers: { ETag: computeEntityTag(result, body) } };
    },
    toErrorResponse,
  });
}

const toErrorResponse = (error: AppError): StoredResponse => ({
  status: error.status,
  body: JSON.stringify(errorBody(error)),
  headers: {},
});
