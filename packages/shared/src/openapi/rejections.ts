import { accessRestrictions } from '../caller.ts';
import { type Endpoint, successOf } from '../endpoint/endpoint.ts';
import { type ErrorKind, errorStatus } from '../errors.ts';

/**
 * Returns the kinds of errors that an endpoint can respond with, by the rules of the request pipeline. Errors that
 * occur before routing are described once for all endpoints.
 */
export function rejectionsOf(one: Endpoint): ErrorKind[] {
  const { can, path, params, body, kind, usesCookies, fails = [] } = one;
  const hasCaller = can !== 'public';
  const isStream = kind === 'stream';
  const asksDatabase = hasCaller || params !== undefined || body !== undefined || usesCookies === true;
  const rules: [ErrorKind, boolean][] = [
    ['unauthenticated', hasCaller],
    ['forbidden', canBeForbidden(one)],
    ['not_found', path.includes(':')],
    ['conflict', acceptsIdempotencyKey(one)],
    ['gone', acceptsIdempotencyKey(one) && successOf(one).shape !== null],
    ['stale', acceptsIfMatch(one)],
    ['too_large', body !== undefined || kind === 'upload'],
    ['invalid', true],
    ['rate_limited', true],
    // A stream closes with a retry delay instead.
    ['unavailable', asksDatabase && !isStream],
  ];
  const kinds = rules.filter(([, holds]) => holds).map(([kind]) => kind);
  const all = [...new Set([...kinds, ...fails])];
  return all.sort((a, b) => errorStatus[a] - errorStatus[b]);
}

/** Everyone with valid credentials may use an endpoint that requires no permission and ignores all restrictions. */
const canBeForbidden = ({ can, exemptFrom }: Endpoint): boolean =>
  can !== 'public' &&
  (can !== 'signed-in' || accessRestrictions.some((restriction) => !exemptFrom?.includes(restriction)));

/** True if the endpoint accepts an `Idempotency-Key`. */
export const acceptsIdempotencyKey = ({ method, can, isReadOnly }: Endpoint): boolean =>
  method === 'post' && can !== 'public' && !isReadOnly;

/** True if the endpoint evaluates `If-Match`. */
export const acceptsIfMatch = ({ method, can }: Endpoint): boolean =>
  can !== 'public' && (method === 'patch' || method === 'put' || method === 'delete');

/** True if `If-Match` can match: the endpoint changes a versioned record. */
export const hasVersionedRecord = (one: Endpoint): boolean =>
  acceptsIfMatch(one) &&
  (one.versionedResource === undefined ? one.can.includes(':') : one.versionedResource !== false);

/** True if the response has an ETag: a JSON body. */
export const hasETag = (one: Endpoint): boolean =>
  one.kind !== 'download' && one.kind !== 'stream' && successOf(one).shape !== null;
