import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { endUserSessions } from '../../auth/index.ts';

/** Ends all sessions of a user, each with the event `auth.logout`, and returns their number. */
export async function signOut(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  reason: string,
): Promise<number> {
  const ended = await tx.write(endUserSessions(caller, user_id, reason), { event: 'auth.logout' });
  return ended.length;
}
