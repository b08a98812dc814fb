import { invalidField, type PublicCall, userCaller } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { addPasswordIdentity } from '../../accounts/index.ts';
import type { AcceptInvitation, SignInResponse } from '../auth.contract.ts';
import { hashPassword, rejectCommonPassword } from '../passwords/password.ts';
import { consumeToken, requireUserToken } from '../passwords/passwords.service.ts';
import { activateUser } from '../passwords/passwords.store.ts';
import { findUserForSession } from '../sessions/sessions.store.ts';
import { newSessionFor, openSession, rejectForeignNetwork } from './sign-in.service.ts';

/** Accepts an invitation: sets the password, marks the address as verified, and signs the user in. */
export async function acceptInvitation({
  platform,
  origin,
  emits,
  body,
}: PublicCall<unknown, unknown, AcceptInvitation>): Promise<SignInResponse> {
  rejectCommonPassword(body.password);
  const found = await requireUserToken(platform, 'invitation', body.token);
  const person = await findUserForSession(platform, found.org_id, found.user_id);
  if (!person) throw new Error('Invariant: the user of a token does not exist');
  const caller = userCaller(platform, found, origin, emits);
  rejectForeignNetwork(caller, person);
  const password_hash = await hashPassword(platform, body.password, { origin });
  return writeInTransaction(caller, async (tx) => {
    await consumeToken(tx, caller, found);
    const { first_name, last_name } = body;
    const [user] = await tx.write(
      activateUser(caller, found.user_id, { password_hash, first_name, last_name }),
      {
        event: 'user.activated',
        action: 'activate',
      },
    );
    if (!user || found.email !== found.user_email)
      throw invalidField('token', 'The invitation was withdrawn');
    await addPasswordIdentity(tx, caller, found.user_id);
    return openSession(tx, caller, person, newSessionFor(caller, person, false));
  });
}
