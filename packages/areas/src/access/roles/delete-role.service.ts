import {
  type Call,
  type Caller,
  invalidField,
  missingReference,
  requirePermission,
  requireSession,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { grantsReplaced } from '../announcements.ts';
import { grantsNothing } from '../authority/access.policy.ts';
import { rejectBuiltinRole, rejectEscalation } from '../authority/authority.ts';
import {
  interruptImports,
  type LockedCaller,
  lockAccess,
  withLastingGrants,
} from '../authority/lock.store.ts';
import { rejectEscalationInTeams } from '../authority/team-bounds.store.ts';
import {
  archiveExpiredGrants,
  archiveGrants,
  copyGrantsToRole,
  findGrantsOfRole,
  type GrantRow,
  pairCopies,
} from '../grants/grants.store.ts';
import type { DeleteRole } from './roles.contract.ts';
import { requireChangeableRole } from './roles.service.ts';
import { archiveRole, findVisibleRole, type RoleRow } from './roles.store.ts';

/**
 * Deletes a role. In the same transaction, its grants are replaced by grants of `reassign_to` with the same restrictions
 * and period. If a user already has a grant of `reassign_to` with the same restrictions, no other grant is created.
 */
export async function deleteRole({
  caller,
  params,
  query,
}: Call<{ id: number }, DeleteRole, unknown>): Promise<void> {
  const { reassign_to } = query;
  await writeInTransaction(caller, async (tx) => {
    await interruptImports(tx, caller);
    const by = await lockAccess(tx, caller);
    const role = await requireChangeableRole(tx, by, params.id, 'role:archive');
    rejectBuiltinRole(role);
    if (role.is_default)
      throw invalidField('is_default', 'Must not be the default role; make another role the default first');
    const target = reassign_to === undefined ? undefined : await requireTarget(tx, by, role, reassign_to);
    const over = archiveExpiredGrants(by, { role_ids: [role.id, ...(target ? [target.id] : [])] });
    await tx.write(over, { event: 'grant.expired', action: 'expire' });
    const grants = await findGrantsOfRole(tx, by, role.id);
    if (grants.length > 0) await reassignGrants(tx, by, role, grants, target);
    await tx.write(archiveRole(by, role.id), { event: 'role.post_archive' });
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
  former: RoleRow,
  grants: readonly GrantRow[],
  target: RoleRow | undefined,
): Promise<void> {
  if (!target) {
    const count = grants.length === 1 ? '1 grant' : `${grants.length} grants`;
    throw invalidField('reassign_to', `Required: the role has ${count}`);
  }
  requireSession(by, 'create grants');
  requirePermission(by, 'grant:create', 'for all users');
  requirePermission(by, 'grant:archive', 'for all users');
  const lasting = withLastingGrants(by, null);
  rejectEscalation(lasting, target);
  await rejectEscalationInTeams(tx, lasting, target, former.id);
  if (grants.some((grant) => grantsNothing(by.platform.access, target, grant))) {
    throw invalidField('reassign_to', 'Must support the restrictions of existing grants (team or own)');
  }
  const ids = grants.map((grant) => grant.id);
  await tx.write(archiveGrants(by, ids), { event: 'grant.post_archive' });
  const copies = await tx.write(copyGrantsToRole(by, ids, target.id), { event: 'grant.post_create' });
  const copyIds = copies.map((grant) => grant.id);
  await tx.announce(grantsReplaced, { replacements: await pairCopies(tx, by, ids, copyIds) });
}
