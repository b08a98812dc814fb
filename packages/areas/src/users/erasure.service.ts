import { type Call, invalidField, notFound, requireSession } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { requireOwner } from '../access/index.ts';
import { lockForActing } from './authority.service.ts';
import { destroyTraces, erased, eraseUserRow } from './erasure.store.ts';
import type { EraseUser } from './users.contract.ts';
import type { UserRow } from './users.store.ts';

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
