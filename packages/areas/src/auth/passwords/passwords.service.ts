import {
  type Call,
  type Caller,
  invalidField,
  type Platform,
  type PublicCall,
  queueMail,
  requireSession,
  userCaller,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { addPasswordIdentity } from '../../accounts/index.ts';
import type { AskForReset, ChangePassword, ResetPassword } from '../auth.contract.ts';
import {
  type FoundUserToken,
  findUserToken,
  issueUserToken,
  spendUserTokens,
  useUserToken,
} from '../credentials/user-tokens.store.ts';
import { endSessionsOf, findForLogin } from '../sessions/sessions.store.ts';
import { hashPassword, refuseCommonPassword, verifyPassword } from './password.ts';
import { changePasswordOf, notePasswordReset, passwordHashOf } from './passwords.store.ts';

type Open<Body> = PublicCall<unknown, unknown, Body>;

const resetSeconds = 3600;

/** Sets another password. The session of this call goes on, the user's others end; API keys stay. */
export async function changePassword({
  caller,
  body,
}: Pick<Call<unknown, unknown, ChangePassword>, 'caller' | 'body'>): Promise<void> {
  requireSession(caller, 'change a password');
  const { current_password, new_password } = body;
  await requirePassword(caller, current_password, 'current_password');
  refuseCommonPassword(new_password, 'new_password');
  if (new_password === current_password) throw invalidField('new_password', 'Is the one you have');
  const password_hash = await hashPassword(caller.platform, new_password);
  const session_id = caller.credential.kind === 'session' ? caller.credential.id : null;
  await writeInTransaction(caller, async (tx) => {
    await tx.write(changePasswordOf(caller, Number(caller.user_id), password_hash), {
      event: 'auth.password_changed',
      action: 'change_password',
    });
    await tx.write(endSessionsOf(caller, Number(caller.user_id), 'password_changed', session_id), {
      event: 'auth.logout',
    });
    await spendUserTokens(tx, caller, Number(caller.user_id), 'reset_password');
    await tellOfChange(tx, caller, Number(caller.user_id));
  });
}

/**
 * Checks the caller's own password once more, before something that cannot be undone.
 *
 * @throws AppError `invalid` on `field`
 */
export async function requirePassword(caller: Caller, password: string, field = 'password'): Promise<void> {
  const { password_hash } = await passwordHashOf(caller, Number(caller.user_id));
  if (!(await verifyPassword(caller.platform, password, password_hash)))
    throw invalidField(field, 'Is not your password');
}

async function tellOfChange(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  const { email, org_name } = await passwordHashOf(caller, user_id);
  await queueMail(tx, caller, {
    user_id,
    to: email,
    kind: 'security_notice',
    subject: `Your password for ${org_name} was changed`,
    text: `The password of ${email} at ${org_name} was changed, and your other sessions were ended.\n\nWas it not you? Ask for a new password at once, and tell an administrator of ${org_name}.`,
  });
}

/**
 * Sends a link for a new password, if there is such a user. The answer says nothing and does not wait: what
 * is done for a user who exists happens after it.
 */
export async function askForReset({ platform, origin, emits, body }: Open<AskForReset>) {
  const found = await findForLogin(platform, body.org_slug, body.email);
  if (found?.may_sign_in && found.may_be_mailed) {
    const caller = userCaller(platform, found, origin, emits);
    platform.afterwards(
      () => sendReset(caller, found.email, found.org_name),
      'A password reset could not be sent',
    );
  }
  return { received: true as const };
}

async function sendReset(caller: Caller, email: string, org_name: string): Promise<void> {
  const user_id = Number(caller.user_id);
  await writeInTransaction(caller, async (tx) => {
    const token = await issueUserToken(tx, caller, {
      user_id,
      purpose: 'reset_password',
      email,
      ttlSeconds: resetSeconds,
    });
    await tx.write(notePasswordReset(caller, user_id), { event: 'auth.password_reset_requested' });
    await queueMail(tx, caller, {
      user_id,
      to: email,
      kind: 'password_reset',
      subject: `A new password for ${org_name}`,
      text: `Somebody, hopefully you, asked for a new password for ${email} at ${org_name}.\n\nSend this token with the new password to POST ${caller.platform.config.PUBLIC_URL}/api/auth/password-reset/confirm within an hour:\n\n${token}\n\nIf it was not you, there is nothing to do: your password stays as it is.`,
    });
  });
}

const badToken = () =>
  invalidField('token', 'Is not valid, was used already, or has expired; ask for a new one');

/** Sets a new password by a token from a mail. Every session ends; a second factor stays on. */
export async function resetPassword({ platform, origin, emits, body }: Open<ResetPassword>): Promise<void> {
  refuseCommonPassword(body.new_password, 'new_password');
  const found = await findUserToken(platform, 'reset_password', body.token);
  if (found?.user_status !== 'active' || found.email !== found.user_email) throw badToken();
  const caller = userCaller(platform, found, origin, emits);
  const password_hash = await hashPassword(platform, body.new_password);
  await writeInTransaction(caller, async (tx) => {
    await takeToken(tx, caller, found);
    await tx.write(changePasswordOf(caller, found.user_id, password_hash, { verifies: found.email }), {
      event: 'auth.password_reset',
      action: 'reset_password',
    });
    await addPasswordIdentity(tx, caller, found.user_id);
    await tx.write(endSessionsOf(caller, found.user_id, 'password_reset'), { event: 'auth.logout' });
    await tellOfChange(tx, caller, found.user_id);
  });
}

/** Of many uses at once one goes on. @throws AppError `invalid` on `token` */
export async function takeToken(tx: Transaction, caller: Caller, found: FoundUserToken): Promise<void> {
  if (!(await useUserToken(tx, caller, found.token_id))) throw badToken();
}

/** A token that lets its holder do something. @throws AppError `invalid` on `token` */
export async function requireUserToken(
  platform: Platform,
  purpose: 'invitation' | 'verify_email' | 'change_email',
  token: string,
): Promise<FoundUserToken> {
  const found = await findUserToken(platform, purpose, token);
  if (!found) throw badToken();
  return found;
}
