import { type Call, type Caller, invalidField, queueMail } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { lockPermittedUser } from '../../access/index.ts';
import { type UserRow, updateUser } from '../../accounts/index.ts';
import { countInvitations, issueMailedToken } from '../../auth/index.ts';
import { lockIfUnverified } from '../../organizations/index.ts';

const invitationTtlSeconds = 7 * 24 * 3600;

/** Limits spam from unverified organizations. */
const maxUnverifiedInvitations = 3;

type InvitedUser = Pick<UserRow, 'id' | 'email'>;

export async function sendInvitation(tx: Transaction, caller: Caller, user: InvitedUser): Promise<void> {
  const { name, status } = await lockIfUnverified(tx, caller);
  if (status === 'unverified' && (await countInvitations(tx, caller)) >= maxUnverifiedInvitations) {
    const message = `An unverified organization can send at most ${maxUnverifiedInvitations} invitations; verify it first`;
    throw invalidField('email', message);
  }
  const { id, email } = user;
  const instructions = await issueMailedToken(tx, caller, {
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
    text: invitationText(name, instructions),
  });
}

function invitationText(organization: string, instructions: string): string {
  return [
    `You have been invited to join ${organization}.`,
    instructions,
    'If you did not expect this, ignore this message: the account is not activated without a password.',
  ].join('\n\n');
}

export async function resendInvitation({
  caller,
  params,
}: Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>): Promise<UserRow> {
  return writeInTransaction(caller, async (tx) => {
    const user = await lockPermittedUser(tx, caller, params.id, 'user:update');
    if (user.status !== 'invited') throw invalidField('id', 'Has no pending invitation');
    const [row] = await tx.write(updateUser(caller, params.id, {}), {
      event: 'user.invited',
      action: 'invite',
    });
    if (!row) throw new Error('Invariant: the update returned no row');
    await sendInvitation(tx, caller, row);
    return row;
  });
}
