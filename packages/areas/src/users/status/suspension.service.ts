import { type Call, invalidField } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { interruptImports, lockPermittedUser, rejectLosingLastOwner } from '../../access/index.ts';
import { type UserRow, updateUser, userStatusValue } from '../../accounts/index.ts';
import { rejectSelf } from '../accounts/authority.service.ts';
import { signOut } from '../accounts/user-sessions.service.ts';
import type { SuspendUser } from '../accounts/users.contract.ts';
import { resumptionRecording, suspensionRecording } from './account-status.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/**
 * Suspends an active user. Sessions end. API keys are rejected while the user is suspended, because every request reads
 * the status, but they are not revoked. Tasks, reports and grants remain.
 */
export async function suspendUser({ caller, params, body }: ById<SuspendUser>): Promise<UserRow> {
  const { id } = params;
  rejectSelf(caller, id, 'suspend');
  return writeInTransaction(caller, async (tx) => {
    await interruptImports(tx, caller);
    const user = await lockPermittedUser(tx, caller, id, 'user:manage');
    if (user.status !== 'active') throw invalidField('id', `Must be active; is ${user.status}`);
    await rejectLosingLastOwner(tx, caller, id);
    const values = { status: userStatusValue('suspended'), suspension_reason: body.reason ?? null };
    const [suspended] = await tx.write(updateUser(caller, id, values), suspensionRecording);
    if (!suspended) throw new Error('Invariant: the update returned no row');
    await signOut(tx, caller, id, 'suspended');
    return suspended;
  });
}

export async function resumeUser({ caller, params }: ById): Promise<UserRow> {
  return writeInTransaction(caller, async (tx) => {
    const user = await lockPermittedUser(tx, caller, params.id, 'user:manage');
    if (user.status !== 'suspended') throw invalidField('id', 'Is not suspended');
    const values = { status: userStatusValue('active'), suspension_reason: null };
    const [resumed] = await tx.write(updateUser(caller, params.id, values), resumptionRecording);
    if (!resumed) throw new Error('Invariant: the update returned no row');
    return resumed;
  });
}
