import { type Caller, hashToken, type PublicCall, userCaller } from '@wfp/shared';
import { type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import type { LoginResponse } from '../auth.contract.ts';
import { suspensionError } from '../credentials/suspension.ts';
import { unauthenticated } from '../credentials/tokens.ts';
import { computeSessionStage } from '../sign-in/sign-in.policy.ts';
import { issueTokens } from '../sign-in/sign-in.service.ts';
import {
  consumeRefreshToken,
  findRefreshToken,
  insertRefreshToken,
  type StoredRefreshToken,
} from './refresh-tokens.store.ts';
import { endSession, touchSession } from './sessions.store.ts';

export const invalidRefreshTokenError = () => unauthenticated('The refresh token is not valid; log in again');

/** @throws AppError if the token is unknown, its session has ended, or its user may not sign in */
export function requireUsable(
  found: StoredRefreshToken | undefined,
  { in_cookie }: { in_cookie: boolean },
): StoredRefreshToken {
  if (!found || found.in_cookie !== in_cookie || found.session_ended) throw invalidRefreshTokenError();
  if (!found.may_sign_in) throw suspensionError(found) || invalidRefreshTokenError();
  return found;
}

/**
 * Exchanges a refresh token for new tokens. Exactly one of several concurrent uses succeeds. Reuse within 10 s is
 * treated as a race between tabs and only rejected; later reuse is treated as theft and ends the session.
 */
export async function refresh({
  platform,
  origin,
  emits,
  body,
}: PublicCall<unknown, unknown, { refresh_token: string }>): Promise<LoginResponse> {
  const stored = await findRefreshToken(platform, hashToken(body.refresh_token));
  const found = requireUsable(stored, { in_cookie: false });
  const caller = userCaller(platform, found, origin, emits);
  if (found.used_at) {
    if (!found.used_just_now) await write(caller, ...endStolen(caller, found));
    throw invalidRefreshTokenError();
  }
  return writeInTransaction(caller, async (tx) => {
    if (!(await consumeRefreshToken(tx, caller, found.token_id))) throw invalidRefreshTokenError();
    await recordRefresh(tx, caller, found);
    return issueTokens(caller, found, found.session_id, (hash) =>
      insertRefreshToken(tx, caller, found.session_id, hash),
    );
  });
}

/** @throws AppError `unauthenticated` if the session has ended in the meantime */
export async function recordRefresh(
  tx: Transaction,
  caller: Caller,
  found: StoredRefreshToken,
): Promise<void> {
  const stage = computeSessionStage(found, caller.platform.clock.now());
  const [session] = await tx.write(touchSession(caller, found.session_id, stage), {
    event: 'auth.token_refreshed',
  });
  if (!session) throw invalidRefreshTokenError();
}

/** The write that ends the session of a token that was probably stolen. */
export const endStolen = (caller: Caller, { session_id }: StoredRefreshToken) =>
  [endSession(caller, session_id, 'token_reuse'), { event: 'auth.token_reuse_detected' }] as const;
