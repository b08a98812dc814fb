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
import { grantsNothing } from '../authority/access.policy.ts';
import { rejectBuiltinRole, rejectEscalation } from '../authority/authority.ts';
import { type LockedCaller, lockAccess, withLastingGrants } from '../authority/lock.store.ts';
import {
  archiveExpiredGrants,
  archiveGrants,
  copyGrantsToRole,
  findGrantsOfRole,
  type GrantRow,
} from '../grants/grants.store.ts';
import type { DeleteRole } from './roles.contract.ts';
import { requireChangeableRole } from './roles.service.ts';
import { archiveRole, findVisibleRole, type RoleRow } from './roles.store.ts';

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
    const role = await requireChangeableRole(tx, by, params.id, 'role:archive');
    rejectBuiltinRole(role);
    if (role.is_default)
      throw invalidField('is_default', 'It is what new users get: make another one the default first');
    const target = reassign_to === undefined ? undefined : await requireTarget(tx, by, role, reassign_to);
    const over = archiveExpiredGrants(by, { role_ids: [role.id, ...(target ? [target.id] : [])] });
    await tx.write(over, { event: 'grant.expired', action: 'expire' });
    const held = await findGrantsOfRole(tx, by, role.id);
    if (held.length > 0) await reassignGrants(tx, by, held, target);
    const rows = await tx.write(archiveRole(by, role.id), { event: 'role.post_archive' });
    if (rows.length === 0) throw notFound('Role');
  });
}

async function requireTarget(tx: Transaction, by: Caller, role: RoleRow, id: number): Promise<RoleRow> {
  const target = await findVisibleRole(tx, by, id);
  if (!target || target.deleted_at) throw missingReference('reassign_to');
  if (target.id === role.id) throw invalidField('reassign_to', 'Must be another role');
  return target;
}

async function reassignGrants(
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
  if (!by.rowScopeFor('grant:create')?.org || !by.rowScopeFor('grant:archive')?.org) {
    throw new AppError('forbidden', 'You need grant:create and grant:archive to move people to another role');
  }
  rejectEscalation(withLastingGrants(by, null), target);
  if (held.some((grant) => grantsNothing(by.platform.access, target, grant))) {
    throw invalidField(
      'reassign_to',
      'Some hold the role for a team or for own rows; this one cannot be narrowed so',
    );
  }
  const ids = held.map((grant) => grant.id);
  await tx.write(archiveGrants(by, ids), { event: 'grant.post_archive' });
  await tx.write(copyGrantsToRole(by, ids, target.id), { event: 'grant.post_create' });
}
