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
import { addPasswordIdentity, recordAboutUser, serializeByUser } from '../../accounts/index.ts';
import type { ChangePassword, RequestPasswordReset, ResetPassword } from '../auth.contract.ts';
import { issueMailedToken } from '../credentials/mailed-tokens.ts';
import {
  consumeUserToken,
  findRecentTokens,
  findUserToken,
  invalidateUserTokens,
  type UserToken,
} from '../credentials/user-tokens.store.ts';
import { endUserSessions, findUserForLogin } from '../sessions/sessions.store.ts';
import { hashPassword, rejectCommonPassword, verifyPassword } from './password.ts';
import { findPasswordHolder, setPassword } from './passwords.store.ts';

type PublicBodyCall<Body> = PublicCall<unknown, unknown, Body>;

const resetTtlSeconds = 3600;

/** Further requests send nothing while the last token is valid, so that strangers can neither replace it nor send mail. */
const maxResetsPerHour = 5;

/** Changes the caller's password. This session and API keys remain; the user's other sessions end. */
export async function changePassword({
  caller,
  body,
}: Pick<Call<unknown, unknown, ChangePassword>, 'caller' | 'body'>): Promise<void> {
  requireSession(caller, 'change a password');
  const { current_password, new_password } = body;
  const replaces = await requirePassword(caller, current_password, 'current_password');
  rejectCommonPassword(new_password, 'new_password');
  if (new_password === current_password)
    throw invalidField('new_password', 'Must differ from the current password');
  const password_hash = await hashPassword(caller.platform, new_password, caller);
  const session_id = caller.credential.kind === 'session' ? caller.credential.id : null;
  await writeInTransaction(caller, async (tx) => {
    const recording = { event: 'auth.password_changed', action: 'change_password' };
    const change = { password_hash, replaces };
    if (!(await setPassword(tx, caller, Number(caller.user_id), change, recording)))
      throw wrongPasswordError('current_password');
    await tx.write(endUserSessions(caller, Number(caller.user_id), 'password_changed', session_id), {
      event: 'auth.logout',
    });
    await invalidateUserTokens(tx, caller, Number(caller.user_id), 'reset_password');
    await notifyPasswordChange(tx, caller, Number(caller.user_id));
  });
}

const wrongPasswordError = (field: string) => invalidField(field, 'Is wrong');

/**
 * Checks the caller's password again before a sensitive operation. Returns its hash.
 *
 * @throws AppError `invalid` on `field`
 */
export async function requirePassword(
  caller: Caller,
  password: string,
  field = 'password',
): Promise<string | null> {
  const { password_hash } = await findPasswordHolder(caller, Number(caller.user_id));
  if (!(await verifyPassword(caller.platform, password, password_hash, caller)))
    throw wrongPasswordError(field);
  return password_hash;
}

async function notifyPasswordChange(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  const { email, org_name } = await findPasswordHolder(caller, user_id);
  await queueMail(tx, caller, {
    user_id,
    to: email,
    kind: 'security_notice',
    subject: `Your password for ${org_name} was changed`,
    text: `The password of ${email} at ${org_name} was changed, and your other sessions were ended.\n\nIf this was not you, reset your password immediately and inform an administrator of ${org_name}.`,
  });
}

/**
 * Sends a password reset mail if the user exists, can sign in, may be mailed and was not sent too many in the last hour.
 * The response does not reveal which: it does not wait for the token and the mail.
 */
export async function requestPasswordReset({
  platform,
  origin,
  emits,
  body,
}: PublicBodyCall<RequestPasswordReset>) {
  const found = await findUserForLogin(platform, body.org_slug, body.email);
  if (found?.may_sign_in && found.may_be_mailed) {
    const caller = userCaller(platform, found, origin, emits);
    platform.runInBackground(
      () => sendReset(caller, found.email, found.org_name),
      'Could not send a password reset',
    );
  }
  return { received: true as const };
}

async function sendReset(caller: Caller, email: string, org_name: string): Promise<void> {
  const user_id = Number(caller.user_id);
  const purpose = 'reset_password';
  await writeInTransaction(caller, async (tx) => {
    await serializeByUser(tx, caller, user_id);
    const recent = await findRecentTokens(tx, caller, { user_id, purpose });
    if (recent.has_valid && recent.count >= maxResetsPerHour) return;
    const instructions = await issueMailedToken(tx, caller, {
      user_id,
      purpose,
      email,
      ttlSeconds: resetTtlSeconds,
    });
    await recordAboutUser(tx, caller, user_id, { event: 'auth.password_reset_requested' });
    await queueMail(tx, caller, {
      user_id,
      to: email,
      kind: 'password_reset',
      subject: `Reset your password for ${org_name}`,
      text: `A password reset was requested for ${email} at ${org_name}.\n\n${instructions}\n\nIf this was not you, ignore this mail: your password has not changed.`,
    });
  });
}

const invalidTokenError = () =>
  invalidField('token', 'Is invalid, already used or expired; request a new one');

/** Sets a new password with a token. All sessions end; a second factor remains. */
export async function resetPassword({
  platform,
  origin,
  emits,
  body,
}: PublicBodyCall<ResetPassword>): Promise<void> {
  rejectCommonPassword(body.new_password, 'new_password');
  const found = await findUserToken(platform, 'reset_password', body.token);
  if (found?.user_status !== 'active' || found.email !== found.user_email) throw invalidTokenError();
  const caller = userCaller(platform, found, origin, emits);
  const password_hash = await hashPassword(platform, body.new_password, { origin });
  await writeInTransaction(caller, async (tx) => {
    await consumeToken(tx, caller, found);
    const change = { password_hash, verifies: found.email };
    const recording = { event: 'auth.password_reset', action: 'reset_password' };
    if (!(await setPassword(tx, caller, found.user_id, change, recording))) throw invalidTokenError();
    await addPasswordIdentity(tx, caller, found.user_id);
    await tx.write(endUserSessions(caller, found.user_id, 'password_reset'), { event: 'auth.logout' });
    await notifyPasswordChange(tx, caller, found.user_id);
  });
}

/** Exactly one of several concurrent uses succeeds. @throws AppError `invalid` on `token` */
export async function consumeToken(tx: Transaction, caller: Caller, found: UserToken): Promise<void> {
  if (!(await consumeUserToken(tx, caller, found.token_id))) throw invalidTokenError();
}

export async function requireUserToken(
  platform: Platform,
  purpose: 'invitation' | 'verify_email' | 'change_email',
  token: string,
): Promise<UserToken> {
  const found = await findUserToken(platform, purpose, token);
  if (!found) throw invalidTokenError();
  return found;
}
