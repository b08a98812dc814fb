import { type Call, invalidField, notFound, requireSession } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { lockPermittedUser, requireOwner } from '../../access/index.ts';
import type { UserRow } from '../../accounts/index.ts';
import type { EraseUser } from '../accounts/users.contract.ts';
import { userErased } from '../announcements.ts';
import { erasePreferences } from '../preferences/preferences.store.ts';
import { eraseProfile, eraseUserRow, erasureRecording } from './erasure.store.ts';

/**
 * Deletes the personal data of a user: name, email address, profile, preferences, sign-in methods, IP addresses of sessions, and old
 * and new values in the audit log. Ids remain, so references, the order of the log and its hash chain stay intact. The
 * IP addresses and user agents in audit entries remain too.
 */
export async function eraseUser({
  caller,
  params,
  body,
}: Pick<Call<{ id: number }, unknown, EraseUser>, 'caller' | 'params' | 'body'>): Promise<UserRow> {
  requireSession(caller, 'erase a user');
  requireOwner(caller, 'erase a user');
  return writeInTransaction(caller, async (tx) => {
    const user = await lockPermittedUser(tx, caller, params.id, 'user:manage', 'any');
    if (user.erased_at) throw notFound('User');
    if (user.status !== 'deactivated') throw invalidField('id', 'Must be deactivated first');
    if (body.confirm.trim().toLowerCase() !== user.email) {
      throw invalidField('confirm', 'Must be the email address of the user');
    }
    const [row] = await tx.write(eraseUserRow(caller, params.id), erasureRecording);
    if (!row) throw new Error('Invariant: the update returned no row');
    await eraseProfile(tx, caller, user);
    await erasePreferences(tx, caller, user.id);
    await tx.announce(userErased, {
      user_id: user.id,
      email: user.email,
      avatar_file_id: user.avatar_file_id,
    });
    return row;
  });
}
