import { createHmac } from 'node:crypto';
import { type AppError, type Caller, type Endpoint, encryptionKeys, invalidField } from '@wfp/shared';
import { answerOnce, type KeptAnswer, type KeyedRequest } from '@wfp/shared/db';
import type { Request } from 'express';
import { errorBody } from './errors.ts';

/** Printable ASCII: what a header can carry unharmed. */
const usable = /^[\x21-\x7e]{1,255}$/;

/**
 * The key of a POST that wants to be answered once, however often it is sent; undefined for any other.
 * Calls without a caller have none: they answer with a session, which must not be handed out again. What keeps nothing
 * has none either: to answer it again is as harmless as to answer it, and a kept answer would be something kept.
 */
export function idempotencyOf(one: Endpoint, req: Request, caller: Caller | null): KeyedRequest | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined || one.method !== 'post' || one.keepsNothing) return undefined;
  if (!caller || !('id' in caller.credential)) return undefined;
  if (typeof key !== 'string' || !usable.test(key)) {
    throw invalidField('Idempotency-Key', 'Must be 1 to 255 printable characters without spaces');
  }
  const [current, ...previous] = encryptionKeys(caller.platform.config);
  return {
    credential: `${caller.credential.kind}:${caller.credential.id}`,
    target: `POST ${req.path}`,
    key,
    fingerprint: fingerprintOf(req, current),
    formerly: previous.map((one) => fingerprintOf(req, one)),
  };
}

/** Keyed, since a body may hold a password that a plain hash would let others try out. */
function fingerprintOf(req: Request, keyHex: string): Buffer {
  const sent = JSON.stringify([req.url.split('?')[1] ?? '', req.body ?? null]);
  return createHmac('sha256', Buffer.from(keyHex, 'hex')).update(sent).digest();
}

interface FirstAnswer extends KeptAnswer {
  result: unknown;
}

/** What a request with a key is answered with: by its handler, or again with what the first one got. */
export type Answered = { result: unknown } | { again: KeptAnswer };

/** Runs the handler of a request with a key, once for the key. */
export async function answeredOnce(
  one: Endpoint,
  caller: Caller,
  request: KeyedRequest,
  status: number,
  handle: (caller: Caller) => Promise<unknown>,
): Promise<Answered> {
  const answer = await answerOnce<FirstAnswer>(
    caller,
    request,
    async (within) => {
      const result = await handle(within);
      return { status, body: result === undefined ? null : JSON.stringify(result, hiding(one)), result };
    },
    (error: AppError) => ({ status: error.status, body: JSON.stringify(errorBody(error)) }),
  );
  return 'again' in answer ? answer : { result: answer.first.result };
}

/** Leaves out, at any depth, the fields that are shown once. */
function hiding({ shownOnce = [] }: Endpoint) {
  return (name: string, value: unknown) => (shownOnce.includes(name) ? undefined : value);
}
