import { hashToken, type PublicCall, type SessionCookies, userCaller } from '@wfp/shared';
import { type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import type { BrowserSession, LoginResponse, OrganizationOfCookie, RefreshBody } from '../auth.contract.ts';
import { unauthenticated } from '../credentials/tokens.ts';
import { issueTokens } from '../sign-in/sign-in.service.ts';
import { endStolen, invalidRefreshTokenError, recordRefresh, requireUsable } from './refresh.service.ts';
import {
  consumeWithSibling,
  findRefreshToken,
  insertCookieToken,
  lockToken,
  type StoredRefreshToken,
  type TokenState,
} from './refresh-tokens.store.ts';
import { endSession } from './sessions.store.ts';

interface CookieCall {
  cookies: SessionCookies;
}
type BodyCall<Body> = PublicCall<unknown, unknown, Body> & CookieCall;
type QueryCall<Query> = PublicCall<unknown, Query, unknown> & CookieCall;

/** Exchanges the refresh token of a sign-in for one in a cookie. */
export async function storeInCookie(call: BodyCall<RefreshBody>): Promise<BrowserSession> {
  const found = await findRefreshToken(call.platform, hashToken(call.body.refresh_token));
  return exchange(call, requireUsable(found, { in_cookie: false }));
}

/**
 * Refreshes the session of the cookie, and replaces its token. After a rejection the cookie stays, unless its session has
 * ended: another tab may just have replaced the token.
 */
export async function refreshCookie(call: BodyCall<OrganizationOfCookie>): Promise<BrowserSession> {
  const { platform, cookies, body } = call;
  const token = cookies.get(body.org_id);
  if (token === undefined) throw unauthenticated('There is no session cookie of the organization; log in');
  const found = await findRefreshToken(platform, hashToken(token));
  if (!found || found.session_ended) cookies.clear(body.org_id);
  if (found?.org_id !== body.org_id) throw invalidRefreshTokenError();
  return exchange(call, requireUsable(found, { in_cookie: true }));
}

/** Ends the session of the cookie, also after its access token has expired. Without a session, only deletes the cookie. */
export async function endCookieSession(call: QueryCall<OrganizationOfCookie>): Promise<void> {
  const { platform, origin, emits, cookies, query } = call;
  const token = cookies.get(query.org_id);
  cookies.clear(query.org_id);
  const found = token === undefined ? undefined : await findRefreshToken(platform, hashToken(token));
  if (!found?.in_cookie || found.org_id !== query.org_id) return;
  const caller = userCaller(platform, found, origin, emits);
  await write(caller, endSession(caller, found.session_id, 'logout'), { event: 'auth.logout' });
}

type Use = 'first' | 'repeated' | 'rejected' | 'stolen';

/** Returns whether a token may be exchanged: once, and once more if the response of the first exchange may have been lost. */
function useOf(state: TokenState | undefined): Use {
  if (!state) return 'rejected';
  if (state.is_unused) return 'first';
  if (state.is_unanswered) return state.successors === 1 ? 'repeated' : 'rejected';
  return state.used_just_now ? 'rejected' : 'stolen';
}

async function exchange(
  { platform, origin, emits, cookies }: BodyCall<unknown>,
  found: StoredRefreshToken,
): Promise<BrowserSession> {
  const caller = userCaller(platform, found, origin, emits);
  const issued = await writeInTransaction(caller, async (tx: Transaction): Promise<LoginResponse | null> => {
    const use = useOf(await lockToken(tx, caller, found));
    if (use === 'stolen') await tx.write(...endStolen(caller, found));
    if (use === 'stolen' || use === 'rejected') return null;
    if (use === 'first') await consumeWithSibling(tx, caller, found);
    await recordRefresh(tx, caller, found);
    return issueTokens(caller, found, found.session_id, (hash) => insertCookieToken(tx, caller, found, hash));
  });
  if (!issued) throw invalidRefreshTokenError();
  const { refresh_token, ...session } = issued;
  cookies.set(found.org_id, refresh_token);
  return session;
}
