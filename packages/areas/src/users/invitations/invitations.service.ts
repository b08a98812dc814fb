import { type Call, type Caller, invalidField, queueMail } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { type UserRow, updateUser } from '../../accounts/index.ts';
import { countInvitations, issueUserToken } from '../../auth/index.ts';
import { lockIfUnverified } from '../../organizations/index.ts';
import { lockPermittedUser } from '../accounts/authority.service.ts';

/** An invitation can be accepted for this many seconds. */
const invitationTtlSeconds = 7 * 24 * 3600;

/** What an organization may send that nobody has vouched for: it must not become a way to send spam. */
const maxUnverifiedInvitations = 3;

type InvitedUser = Pick<UserRow, 'id' | 'email'>;

/** Mails a user the token with which they choose a password, in the transaction that makes them one. */
export async function sendInvitation(tx: Transaction, caller: Caller, user: InvitedUser): Promise<void> {
  const { name, status } = await lockIfUnverified(tx, caller);
  if (status === 'unverified' && (await countInvitations(tx, caller)) >= maxUnverifiedInvitations) {
    const message = `An organization that is not verified sends at most ${maxUnverifiedInvitations} invitations; confirm the address it was signed up with first`;
    throw invalidField('email', message);
  }
  const { id, email } = user;
  const token = await issueUserToken(tx, caller, {
    user_id: id,
    purpose: 'invitation',
    email,
    ttlSeconds: invitationTtlSeconds,
  });
  await queueMail(tx, caller, {
    user_id: id,
    to: email,
    kind: 'invitation',
    subject: `You are invited to ${name}`,
    text: invitationText(caller.platform.config.PUBLIC_URL, name, token),
  });
}

function invitationText(url: string, organization: string, token: string): string {
  return [
    `You have been invited to join ${organization}.`,
    `Send this token with the password you choose to POST ${url}/api/auth/invitation/accept within 7 days:`,
    token,
    'If you did not expect this, there is nothing to do: no account opens until a password is chosen.',
  ].join('\n\n');
}

/** Sends the invitation again, with a new token. */
export async function resendInvitation({
  caller,
  params,
}: Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>): Promise<UserRow> {
  return writeInTransaction(caller, async (tx) => {
    const user = await lockPermittedUser(tx, caller, params.id, 'user:update');
    if (user.status !== 'invited') throw invalidField('id', 'Has no invitation to accept');
    const [row] = await tx.write(updateUser(caller, params.id, {}), {
      event: 'user.invited',
      action: 'invite',
    });
    if (!row) throw new Error('A locked user was not changed');
    await sendInvitation(tx, caller, row);
    return row;
  });
}
