import { type Call, type Caller, invalidField, missingReference, requirePermission } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { interruptImports, lockPermittedUser, rejectLosingLastOwner } from '../../access/index.ts';
import { hasIdentity, lockUser, type UserRow, updateUser, userStatusValue } from '../../accounts/index.ts';
import { rejectSelf } from '../accounts/authority.service.ts';
import { signOut } from '../accounts/user-sessions.service.ts';
import type { DeactivateUser } from '../accounts/users.contract.ts';
import { userAccessEnded, userDeactivated } from '../announcements.ts';
import { deactivationRecording, reactivationRecording } from './account-status.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/**
 * Deactivates a user. A user who was deactivated as a leaver stays deactivated after a rehire, too. Tokens and API keys are rejected from the next request on, because every request reads the status.
 * Sessions are ended and API keys revoked, so a reactivation does not restore them.
 */
export async function deactivateUser({ caller, params, body }: ById<DeactivateUser>): Promise<UserRow> {
  const { id } = params;
  rejectSelf(caller, id, 'deactivate');
  if (body.reassign_to != null) requirePermission(caller, 'task:update', 'to reassign tasks');
  return writeInTransaction(caller, async (tx) => {
    await interruptImports(tx, caller);
    const user = await lockPermittedUser(tx, caller, id, 'user:archive');
    const isLeaver = user.status === 'deactivated' && user.is_leaver;
    if (user.status === 'deactivated' && !isLeaver) throw invalidField('id', 'Is already deactivated');
    await rejectLosingLastOwner(tx, caller, id);
    const change = updateUser(caller, id, {
      status: userStatusValue('deactivated'),
      suspension_reason: null,
      left_as_employee: false,
    });
    const { event, action } = deactivationRecording;
    const [changed] = await tx.write(change, isLeaver ? { event, action } : deactivationRecording);
    if (!changed) throw new Error('Invariant: the update returned no row');
    await signOut(tx, caller, id, 'deactivated');
    await tx.announce(userAccessEnded, { user_id: id });
    const reassign_to = body.reassign_to ?? null;
    if (reassign_to !== null) await requireReassignee(tx, caller, id, reassign_to);
    await tx.announce(userDeactivated, { user_id: id, reassign_to });
    return changed;
  });
}

async function requireReassignee(tx: Transaction, caller: Caller, from: number, to: number): Promise<void> {
  const reassignee = await lockUser(tx, caller, to);
  if (!reassignee?.seen || reassignee.deleted_at) throw missingReference('reassign_to');
  if (reassignee.status !== 'active' || to === from)
    throw invalidField('reassign_to', 'Must be an active user');
}

export async function reactivateUser({ caller, params }: ById): Promise<UserRow> {
  return writeInTransaction(caller, async (tx) => {
    const user = await lockPermittedUser(tx, caller, params.id, 'user:manage');
    if (user.status !== 'deactivated') throw invalidField('id', 'Is not deactivated');
    return reactivate(tx, caller, user);
  });
}

/** Sets a locked user to `active`, or to `invited` if they have no sign-in method. Service users need none. */
export async function reactivate(
  tx: Transaction,
  caller: Caller,
  user: Pick<UserRow, 'id' | 'is_service'>,
): Promise<UserRow> {
  const ready = user.is_service || (await hasIdentity(tx, caller, user.id));
  const values = { status: userStatusValue(ready ? 'active' : 'invited'), left_as_employee: false };
  const [changed] = await tx.write(updateUser(caller, user.id, values), reactivationRecording);
  if (!changed) throw new Error('Invariant: the update returned no row');
  return changed;
}

export async function revokeSessions({ caller, params }: ById): Promise<{ ended: number }> {
  return writeInTransaction(caller, async (tx) => {
    await interruptImports(tx, caller);
    await lockPermittedUser(tx, caller, params.id, 'user:manage');
    return { ended: await signOut(tx, caller, params.id, 'revoked') };
  });
}
