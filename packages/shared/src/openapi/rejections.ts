import { type Endpoint, successOf } from '../endpoint/endpoint.ts';
import { type ErrorKind, errorStatus } from '../errors.ts';

/**
 * What an endpoint may refuse a request with, besides what never became a request: the same rules as those of the
 * pipeline, read off the declaration.
 */
export function rejectionsOf(one: Endpoint): ErrorKind[] {
  const { can, path, params, body, kind, fails = [] } = one;
  const hasCaller = can !== 'public';
  const isStream = kind === 'stream';
  const asksDatabase = hasCaller || params !== undefined || body !== undefined;
  const rules: [ErrorKind, boolean][] = [
    ['unauthenticated', hasCaller],
    ['forbidden', hasCaller],
    ['not_found', path.includes(':')],
    ['conflict', acceptsIdempotencyKey(one)],
    ['stale', acceptsIfMatch(one)],
    ['too_large', body !== undefined || kind === 'upload'],
    ['invalid', true],
    ['rate_limited', true],
    // A stream sends its client away for a while instead.
    ['unavailable', asksDatabase && !isStream],
  ];
  const kinds = rules.filter(([, holds]) => holds).map(([kind]) => kind);
  const all = [...new Set([...kinds, ...fails])];
  return all.sort((a, b) => errorStatus[a] - errorStatus[b]);
}

/** Whether an `Idempotency-Key` is heeded. */
export const acceptsIdempotencyKey = ({ method, can, isReadOnly }: Endpoint): boolean =>
  method === 'post' && can !== 'public' && !isReadOnly;

/** Whether `If-Match` is heeded: what it does not name is not changed. */
export const acceptsIfMatch = ({ method, can }: Endpoint): boolean =>
  can !== 'public' && (method === 'patch' || method === 'put' || method === 'delete');

/** Whether an `If-Match` can hold: there is a record whose version it may name. */
export const hasVersionedRecord = (one: Endpoint): boolean =>
  acceptsIfMatch(one) &&
  (one.versionedResource === undefined ? one.can.includes(':') : one.versionedResource !== false);

/** Whether the answer is JSON that a client may have already. */
export const hasETag = (one: Endpoint): boolean =>
  one.kind !== 'download' && one.kind !== 'stream' && successOf(one).shape !== null;
