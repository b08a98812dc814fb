import {
  AppError,
  type Call,
  type Caller,
  invalidField,
  missingReference,
  notFound,
  requireSession,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { givesNothing } from '../authority/access.policy.ts';
import { refuseBuiltin, refuseWider } from '../authority/authority.ts';
import { type LockedCaller, lasting, lockAccess } from '../authority/lock.store.ts';
import {
  archiveGrants,
  archiveOverdue,
  type GrantRow,
  grantsOfRole,
  insertMoved,
} from '../grants/grants.store.ts';
import type { DeleteRole } from './roles.contract.ts';
import { changeable } from './roles.service.ts';
import { archiveRole, type RoleRow, roleFor } from './roles.store.ts';

/**
 * Deletes a role. Those who hold it get the one named by `reassign_to` in the same transaction, narrowed to the
 * same team and time; one that they hold already in that way stays as it is.
 */
export async function deleteRole({
  caller,
  params,
  query,
}: Call<{ id: number }, DeleteRole, unknown>): Promise<void> {
  const { reassign_to } = query;
  await writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    const role = await changeable(tx, by, params.id, 'role:archive');
    refuseBuiltin(role);
    if (role.is_default)
      throw invalidField('is_default', 'It is what new users get: make another one the default first');
    const target = reassign_to === undefined ? undefined : await targetFor(tx, by, role, reassign_to);
    const over = archiveOverdue(by, { role_ids: [role.id, ...(target ? [target.id] : [])] });
    await tx.write(over, { event: 'grant.expired', action: 'expire' });
    const held = await grantsOfRole(tx, by, role.id);
    if (held.length > 0) await reassign(tx, by, held, target);
    const rows = await tx.write(archiveRole(by, role.id), { event: 'role.post_archive' });
    if (rows.length === 0) throw notFound('Role');
  });
}

async function targetFor(tx: Transaction, by: Caller, role: RoleRow, id: number): Promise<RoleRow> {
  const target = await roleFor(tx, by, id);
  if (!target || target.deleted_at) throw missingReference('reassign_to');
  if (target.id === role.id) throw invalidField('reassign_to', 'Must be another role');
  return target;
}

async function reassign(
  tx: Transaction,
  by: LockedCaller,
  held: readonly GrantRow[],
  target: RoleRow | undefined,
): Promise<void> {
  if (!target) {
    const count = held.length === 1 ? '1 grant' : `${held.length} grants`;
    throw invalidField('reassign_to', `The role is in use by ${count}: name the role they get instead`);
  }
  requireSession(by, 'make grants');
  if (!by.reach('grant:create')?.org || !by.reach('grant:archive')?.org) {
    throw new AppError('forbidden', 'You need grant:create and grant:archive to move people to another role');
  }
  refuseWider(lasting(by, null), target);
  if (held.some((grant) => givesNothing(by.platform.access, target, grant))) {
    throw invalidField(
      'reassign_to',
      'Some hold the role for a team or for own rows; this one cannot be narrowed so',
    );
  }
  const ids = held.map((grant) => grant.id);
  await tx.write(archiveGrants(by, ids), { event: 'grant.post_archive' });
  await tx.write(insertMoved(by, ids, target.id), { event: 'grant.post_create' });
}
