import { type Call, type Caller, forbidden, notFound } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import type { ListSessions } from '../auth.contract.ts';
import { endSession, endUserSessions, findSessions, isOwnSession } from './sessions.store.ts';

type SessionCall<Query = unknown> = Pick<Call<unknown, Query, unknown>, 'caller' | 'query'>;

/** @throws AppError `forbidden` for an API key, which has no session */
function requireSessionId(caller: Caller): number {
  if (caller.credential.kind === 'session') return caller.credential.id;
  throw forbidden('session', 'Requires a session; to revoke an API key, use DELETE /api/api-keys/:id');
}

/** Ends the session of this call. Its access and refresh tokens are rejected from the next request on. */
export async function logout({ caller }: SessionCall): Promise<void> {
  await write(caller, endSession(caller, requireSessionId(caller), 'logout'), { event: 'auth.logout' });
}

export async function logoutEverywhere({ caller }: SessionCall): Promise<void> {
  requireSessionId(caller);
  await write(caller, endUserSessions(caller, Number(caller.user_id), 'logout_everywhere'), {
    event: 'auth.logout',
  });
}

export async function listSessions({ caller, query }: SessionCall<ListSessions>) {
  requireSessionId(caller);
  return findSessions(caller, query);
}

export async function endOwnSession({
  caller,
  params,
}: Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>): Promise<void> {
  requireSessionId(caller);
  if (!(await isOwnSession(caller, params.id))) throw notFound('Session');
  const [ended] = await write(caller, endSession(caller, params.id, 'ended_by_user'), {
    event: 'auth.logout',
  });
  if (!ended) throw notFound('Session');
}
