import { randomBytes } from 'node:crypto';
import { type Caller, queueMail } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { issueUserToken } from '../credentials/user-tokens.store.ts';
import { hashPassword } from '../passwords/password.ts';
import { findPasswordHolder, setPassword } from '../passwords/passwords.store.ts';
import { endUserSessions } from '../sessions/sessions.store.ts';

export const operatorResetEvents = ['auth.password_reset', 'auth.logout'] as const;

const tokenSeconds = 24 * 3600;

/**
 * Invalidates a user's password and sessions, for an operator. The user is notified by mail and sets a password with
 * the returned token, of which only the hash is stored. API keys and a second factor remain.
 */
export async function resetPasswordByOperator(
  caller: Caller,
  { user_id, email }: { user_id: number; email: string },
): Promise<{ token: string; sessions: number }> {
  const password_hash = await hashPassword(caller.platform, randomBytes(32).toString('base64url'), caller);
  return writeInTransaction(caller, async (tx) => {
    const recording = { event: 'auth.password_reset', action: 'reset_password' };
    await setPassword(tx, caller, user_id, { password_hash }, recording);
    const ended = await tx.write(endUserSessions(caller, user_id, 'password_reset'), {
      event: 'auth.logout',
    });
    const reset = { user_id, purpose: 'reset_password', email, ttlSeconds: tokenSeconds } as const;
    const token = await issueUserToken(tx, caller, reset);
    const { org_name } = await findPasswordHolder(caller, user_id);
    await queueMail(tx, caller, {
      user_id,
      to: email,
      kind: 'security_notice',
      subject: `Your password for ${org_name} was reset`,
      text: `An operator of the service has reset the password of ${email} at ${org_name} and ended all of your sessions. The operator has a token with which you can set a new password.\n\nIf you did not request this, inform an administrator of ${org_name}.`,
    });
    return { token, sessions: ended.length };
  });
}
