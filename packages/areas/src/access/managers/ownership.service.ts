import { type Caller, invalidField, missingReference } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockUserAgainstDeletion } from '../../accounts/index.ts';
import { findGrantsInForce, findUnendedGrants, lockAccess } from '../authority/lock.store.ts';
import { rejectTooManyGrants } from '../grants/grant-limit.ts';
import { archiveExpiredGrants, archiveGrants, findOwnerGrants, insertGrant } from '../grants/grants.store.ts';
import { findBuiltinRole } from '../roles/roles.store.ts';

/**
 * Makes another user an owner in place of the caller, who becomes an administrator. The calling code checks that the
 * caller may do this. Writes
 * `grant.post_create`, `grant.post_archive` and `grant.expired`.
 *
 * @throws AppError `invalid` on `user_id`
 */
export async function transferOwnerRole(tx: Transaction, caller: Caller, to: number): Promise<void> {
  const by = await lockAccess(tx, caller);
  if (!(await lockUserAgainstDeletion(tx, by, to))) throw missingReference('user_id');
  const ownerGrants = await findOwnerGrants(tx, by);
  if (!ownerGrants.some((one) => one.user_id === caller.user_id))
    throw invalidField('user_id', 'You are no longer an owner');
  if (!ownerGrants.some((one) => one.user_id === to)) await grantBuiltinRole(tx, by, to, 'owner');
  if (!(await findOwnerGrants(tx, by)).some((one) => one.user_id === to))
    throw invalidField('user_id', 'Must be able to sign in');
  const grants = await findGrantsInForce(tx, by, Number(caller.user_id));
  if (!grants.some((one) => one.is_builtin && one.role_code === 'admin' && one.scope === 'role'))
    await grantBuiltinRole(tx, by, Number(caller.user_id), 'admin');
  const ownGrants = ownerGrants.filter((one) => one.user_id === caller.user_id).map((one) => one.id);
  await tx.write(archiveGrants(by, ownGrants), { event: 'grant.post_archive' });
}

/** Grants a role without an end from now on, in place of a grant that starts later or ends. */
async function grantBuiltinRole(
  tx: Transaction,
  by: Caller,
  user_id: number,
  code: 'owner' | 'admin',
): Promise<void> {
  const role = await findBuiltinRole(tx, by, code);
  await tx.write(archiveExpiredGrants(by, { user_id, role_ids: [role.id] }), {
    event: 'grant.expired',
    action: 'expire',
  });
  const limited = (await findUnendedGrants(tx, by, user_id)).filter(
    (one) => one.role_id === role.id && one.scope === 'role',
  );
  const ids = limited.map((one) => one.id);
  await tx.write(archiveGrants(by, ids), { event: 'grant.post_archive' });
  // The caller ends a grant of owner in exchange.
  if (user_id !== by.user_id) await rejectTooManyGrants(tx, by, user_id, 'user_id');
  await tx.write(insertGrant(by, { user_id, role_id: role.id, scope: 'role' }), {
    event: 'grant.post_create',
  });
}
