import {
  type Call,
  type Caller,
  invalidField,
  notFound,
  type OutgoingMail,
  queueMail,
  requireSession,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import {
  findUserByEmail,
  type LockedUser,
  lockUser,
  type UserRow,
  updateUser,
} from '../../accounts/index.ts';
import {
  consumeToken,
  invalidateAllUserTokens,
  issueMailedToken,
  requirePassword,
  requireUserToken,
} from '../../auth/index.ts';
import type { ChangeEmail, ConfirmEmail } from '../profiles/profiles.contract.ts';
import { emailChanged, emailChangeRequested, verifiedEmailValues } from './email-change.store.ts';

type BodyCall<Body> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;

const changeTtlSeconds = 24 * 3600;

const takenMessage = 'Is already taken';

/**
 * Requests another address, which takes effect when it is confirmed with the token mailed to it. If the address belongs
 * to a user whom the caller cannot see, the response and its writes are the same, but the mail contains no token: only
 * the owner of the mailbox learns that the address is taken.
 */
export async function requestEmailChange({ caller, body }: BodyCall<ChangeEmail>) {
  requireSession(caller, 'change an email address');
  await requirePassword(caller, body.password);
  const expires_at = new Date(caller.platform.clock.now().getTime() + changeTtlSeconds * 1_000);
  return writeInTransaction(caller, async (tx) => {
    const user = await lockSelf(tx, caller);
    if (user.email === body.email) throw invalidField('email', 'Is already your address');
    const holder = await findUserByEmail(tx, caller, body.email);
    if (holder?.seen) throw invalidField('email', takenMessage);
    await tx.write(updateUser(caller, user.id, {}), emailChangeRequested);
    const instructions = await issueChangeToken(tx, caller, user, body.email);
    await queueMail(
      tx,
      caller,
      holder ? takenAddressMail(holder.id, body.email) : confirmationMail(user, body.email, instructions),
    );
    await queueMail(tx, caller, requestNotice(user));
    return { email: body.email, expires_at };
  });
}

async function lockSelf(tx: Transaction, caller: Caller): Promise<LockedUser> {
  const user = caller.user_id === null ? undefined : await lockUser(tx, caller, caller.user_id);
  if (!user || user.deleted_at) throw notFound('User');
  return user;
}

async function issueChangeToken(
  tx: Transaction,
  caller: Caller,
  { id: user_id }: LockedUser,
  email: string,
): Promise<string> {
  return issueMailedToken(tx, caller, {
    user_id,
    purpose: 'change_email',
    email,
    ttlSeconds: changeTtlSeconds,
  });
}

function confirmationMail(user: LockedUser, email: string, instructions: string): OutgoingMail {
  return {
    user_id: user.id,
    to: email,
    kind: 'change_email',
    subject: 'Confirm your new email address',
    text: `A request was made to sign in with this address in future.\n\n${instructions}\n\nIf you did not request this, ignore this message.`,
  };
}

const takenAddressMail = (user_id: number, email: string): OutgoingMail => ({
  user_id,
  to: email,
  kind: 'security_notice',
  subject: 'Another user requested to use your email address',
  text: 'Another user of your organization requested to sign in with this address in future. The address belongs to your account, so the request has no effect and your account has not changed.',
});

const requestNotice = (user: LockedUser): OutgoingMail => ({
  user_id: user.id,
  to: user.email,
  kind: 'security_notice',
  subject: 'A change of your email address was requested',
  text: 'A request was made, with your password, to sign in with another email address in future. If you did not request this, change your password and end your sessions immediately.',
});

/** Changes the address of the caller to the confirmed one. Fails if another user has taken it since the request. */
export async function confirmEmailChange({ caller, body }: BodyCall<ConfirmEmail>): Promise<UserRow> {
  requireSession(caller, 'change an email address');
  const token = await requireUserToken(caller.platform, 'change_email', body.token);
  if (token.org_id !== caller.org_id || token.user_id !== caller.user_id) {
    throw invalidField('token', 'Was sent to another user');
  }
  return writeInTransaction(caller, async (tx) => {
    const user = await lockSelf(tx, caller);
    await consumeToken(tx, caller, token);
    if (await findUserByEmail(tx, caller, token.email)) throw invalidField('email', takenMessage);
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
      subject: 'Your email address was changed',
      text: 'You now sign in with another email address, and email is no longer sent to this one. If you did not request this, contact an administrator of your organization immediately.',
    });
    return changed;
  });
}
