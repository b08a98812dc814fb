import { AppError, type Call, type Caller, notFound } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import type { ListSessions } from '../auth.contract.ts';
import { endSession, endUserSessions, findSessions, isOwnSession } from './sessions.store.ts';

type SessionCall<Query = unknown> = Pick<Call<unknown, Query, unknown>, 'caller' | 'query'>;

/** @throws AppError `forbidden` for a call by API key, which has no session to end */
function requireSessionId(caller: Caller): number {
  if (caller.credential.kind === 'session') return caller.credential.id;
  throw new AppError('forbidden', 'This needs a session; an API key is ended with DELETE /api/api-keys/:id');
}

/** Ends the session of this call: its access and refresh tokens are refused from the next request on. */
export async function logout({ caller }: SessionCall): Promise<void> {
  await write(caller, endSession(caller, requireSessionId(caller), 'logout'), { event: 'auth.logout' });
}

/** Ends every session of the caller, this one too. */
export async function logoutEverywhere({ caller }: SessionCall): Promise<void> {
  requireSessionId(caller);
  await write(caller, endUserSessions(caller, Number(caller.user_id), 'logout_everywhere'), {
    event: 'auth.logout',
  });
}

export async function listSessions({ caller, query }: SessionCall<ListSessions>) {
  return findSessions(caller, query);
}

/** Ends one of the caller's own sessions. */
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
