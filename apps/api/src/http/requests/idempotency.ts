import { createHmac } from 'node:crypto';
import { type Caller, type Endpoint, encryptionKeys, invalidField, successOf } from '@wfp/shared';
import { executeIdempotently, type IdempotentRequest, type StoredResponse } from '@wfp/shared/idempotency';
import type { Request } from 'express';
import { errorBody } from '../errors.ts';
import { computeEntityTag, serializeRepeatable } from './entity-tags.ts';

/** Printable ASCII: what a header can carry unharmed. */
const keyPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * The key of a POST that is to be executed once, however often it is sent; undefined for any other request. Public
 * calls have none: they answer with a session, which must not be handed out again. An endpoint that keeps nothing has
 * none either: to execute it again does no harm, and a stored answer would be something kept.
 */
export function readIdempotencyKey(
  one: Endpoint,
  req: Request,
  caller: Caller,
): IdempotentRequest | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined || one.method !== 'post' || one.isReadOnly) return undefined;
  if (!('id' in caller.credential)) return undefined;
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw invalidField('Idempotency-Key', 'Must be 1 to 255 printable characters without spaces');
  }
  const [current, ...previous] = encryptionKeys(caller.platform.config);
  return {
    credential: `${caller.credential.kind}:${caller.credential.id}`,
    target: `POST ${req.path}`,
    key,
    fingerprint: computeFingerprint(req, current),
    previousFingerprints: previous.map((one) => computeFingerprint(req, one)),
  };
}

/** Keyed, since a body may hold a password that a plain hash would let others try out. */
function computeFingerprint(req: Request, keyHex: string): Buffer {
  const sent = JSON.stringify([req.url.split('?')[1] ?? '', req.body ?? null]);
  return createHmac('sha256', Buffer.from(keyHex, 'hex')).update(sent).digest();
}

/** Handles a request with a key once for the key. */
export function handleOnce(
  one: Endpoint,
  caller: Caller,
  request: IdempotentRequest,
  handle: (caller: Caller) => Promise<unknown>,
): Promise<{ result: unknown } | { stored: StoredResponse }> {
  const { status, shape } = successOf(one);
  return executeIdempotently(caller, request, {
    handle,
    toResponse: (result): StoredResponse => {
      if (shape === null || result === undefined) return { status, body: null, headers: {} };
      const body = serializeRepeatable(one, result);
      return { status, body, headers: { ETag: computeEntityTag(result, body) } };
    },
    toErrorResponse: (error) => ({
      status: error.status,
      body: JSON.stringify(errorBody(error)),
      headers: {},
    }),
  });
}
