import { type Call, type Caller, invalidField, notFound, queueMail, requireSession } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import {
  findStatusByEmail,
  type LockedUser,
  lockUser,
  type UserRow,
  updateUser,
} from '../../accounts/index.ts';
import {
  consumeToken,
  invalidateAllUserTokens,
  issueUserToken,
  requirePassword,
  requireUserToken,
} from '../../auth/index.ts';
import type { ChangeEmail, ConfirmEmail } from '../profiles/profiles.contract.ts';
import { emailChanged, emailChangeRequested, verifiedEmailValues } from './email-change.store.ts';

type BodyCall<Body> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;

/** A new address can be confirmed for this many seconds. */
const changeTtlSeconds = 24 * 3600;

/** Asks for another address: it counts once whoever reads it has sent back the token mailed there. */
export async function requestEmailChange({ caller, body }: BodyCall<ChangeEmail>) {
  requireSession(caller, 'change an e-mail address');
  await requirePassword(caller, body.password);
  const expires_at = new Date(caller.platform.clock.now().getTime() + changeTtlSeconds * 1_000);
  return writeInTransaction(caller, async (tx) => {
    const user = await lockSelf(tx, caller);
    if (user.email === body.email) throw invalidField('email', 'Is your address already');
    await rejectTaken(tx, caller, body.email);
    await tx.write(updateUser(caller, user.id, {}), emailChangeRequested);
    await sendChangeMails(tx, caller, user, body.email);
    return { email: body.email, expires_at };
  });
}

async function lockSelf(tx: Transaction, caller: Caller): Promise<LockedUser> {
  const user = caller.user_id === null ? undefined : await lockUser(tx, caller, caller.user_id);
  if (!user || user.deleted_at) throw notFound('User');
  return user;
}

async function rejectTaken(tx: Transaction, caller: Caller, email: string): Promise<void> {
  if (await findStatusByEmail(tx, caller, email)) throw invalidField('email', 'Is already taken');
}

async function sendChangeMails(
  tx: Transaction,
  caller: Caller,
  user: LockedUser,
  email: string,
): Promise<void> {
  const { id } = user;
  const token = await issueUserToken(tx, caller, {
    user_id: id,
    purpose: 'change_email',
    email,
    ttlSeconds: changeTtlSeconds,
  });
  const url = `${caller.platform.config.PUBLIC_URL}/api/users/me/email/confirm`;
  await queueMail(tx, caller, {
    user_id: id,
    to: email,
    kind: 'change_email',
    subject: 'Confirm your new e-mail address',
    text: `Somebody, hopefully you, wants to sign in with this address from now on.\n\nSigned in as before, send this token to POST ${url} within 24 hours:\n\n${token}\n\nIf it was not you, there is nothing to do.`,
  });
  await queueMail(tx, caller, {
    user_id: id,
    to: user.email,
    kind: 'security_notice',
    subject: 'A new e-mail address was asked for',
    text: 'Somebody who knows your password asked to sign in with another e-mail address from now on. If that was not you, change your password and end your sessions at once.',
  });
}

/** Makes the address that was asked for the caller's own. One that was taken meanwhile stays whose it is. */
export async function confirmEmailChange({ caller, body }: BodyCall<ConfirmEmail>): Promise<UserRow> {
  requireSession(caller, 'change an e-mail address');
  const token = await requireUserToken(caller.platform, 'change_email', body.token);
  if (token.org_id !== caller.org_id || token.user_id !== caller.user_id) {
    throw invalidField('token', 'Was sent to somebody else; sign in as them');
  }
  return writeInTransaction(caller, async (tx) => {
    const user = await lockSelf(tx, caller);
    await consumeToken(tx, caller, token);
    await rejectTaken(tx, caller, token.email);
    await invalidateAllUserTokens(tx, caller, user.id);
    const [changed] = await tx.write(
      updateUser(caller, user.id, verifiedEmailValues(token.email)),
      emailChanged,
    );
    if (!changed) throw notFound('User');
    await queueMail(tx, caller, {
      user_id: user.id,
      to: user.email,
      kind: 'security_notice',
      subject: 'Your e-mail address was changed',
      text: 'You sign in with another e-mail address from now on; nothing more is sent to this one. If that was not you, ask an administrator of your organization at once.',
    });
    return changed;
  });
}
