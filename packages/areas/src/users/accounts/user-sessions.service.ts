import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { endUserSessions } from '../../auth/index.ts';

/** Signs a user out everywhere, each session with its event `auth.logout`, and says how many there were. */
export async function signOut(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  reason: string,
): Promise<number> {
  const ended = await tx.write(endUserSessions(caller, user_id, reason), { event: 'auth.logout' });
  return ended.length;
}
