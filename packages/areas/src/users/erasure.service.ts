import { type Call, type Caller, invalidField, notFound, requireSession } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { requireOwner } from '../access/index.ts';
import { eraseIdentities, type LockedUser, type UserRow } from '../accounts/index.ts';
import { eraseKeys } from '../api-keys/index.ts';
import { erasePersonal } from '../audit-log/index.ts';
import { eraseSignIns } from '../auth/index.ts';
import { eraseFiles } from '../files/index.ts';
import { eraseMail } from '../mail/index.ts';
import { eraseFactors } from '../mfa/index.ts';
import { lockForActing } from './authority.service.ts';
import { erased, eraseProfile, eraseUserRow } from './erasure.store.ts';
import type { EraseUser } from './users.contract.ts';

/**
 * Destroys what is known about a person, for good: name, address, profile, ways to sign in, where they
 * signed in from, and the old and new values in the audit log. Ids stay, so that what they did keeps its
 * place and the log its order and its chain; what they wrote shows an erased user as its author.
 */
export async function eraseUser({
  caller,
  params,
  body,
}: Pick<Call<{ id: number }, unknown, EraseUser>, 'caller' | 'params' | 'body'>): Promise<UserRow> {
  requireSession(caller, 'erase a user');
  requireOwner(caller, 'erase a user');
  return writeInTransaction(caller, async (tx) => {
    const user = await lockForActing(tx, caller, params.id, 'user:manage', 'any');
    if (user.erased_at) throw notFound('User');
    if (user.status !== 'deactivated') throw invalidField('id', 'Must be deactivated first');
    if (body.confirm.trim().toLowerCase() !== user.email) {
      throw invalidField('confirm', 'Must be the e-mail address of the user');
    }
    const [row] = await tx.write(eraseUserRow(caller, params.id), erased);
    if (!row) throw new Error('A locked user was not changed');
    await destroyTraces(tx, caller, user);
    return row;
  });
}

/** Has every area destroy what it keeps about a user, after their own row was erased. */
async function destroyTraces(tx: Transaction, caller: Caller, user: LockedUser): Promise<void> {
  await eraseProfile(tx, caller, user);
  await eraseIdentities(tx, caller, user.id);
  await eraseSignIns(tx, caller, user.id);
  await eraseKeys(tx, caller, user.id);
  await eraseFactors(tx, caller, user.id);
  await eraseMail(tx, caller, user);
  await eraseFiles(tx, caller, user);
  await erasePersonal(tx, caller, user.id);
}
