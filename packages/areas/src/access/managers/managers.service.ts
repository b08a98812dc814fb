import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockAccess } from '../authority/lock.store.ts';
import { archiveGrants, insertGrant } from '../grants/grants.store.ts';
import { findBuiltinRole } from '../roles/roles.store.ts';
import { compareManagerGrants } from './managers.store.ts';

/**
 * Grants the manager role to users with direct reports, and ends these grants for users without reports. Manual grants
 * of the role remain. Call it in the transaction that changed managers, user links or employment status, after the
 * change, with every employee whose reports, user or status changed, and every user who was linked to such an employee
 * before. Requires no permission: the role follows from the reports. Takes the access lock, so that the last of several
 * concurrent changes compares the grants with the result of all of them.
 */
export async function alignManagerGrants(
  tx: Transaction,
  caller: Caller,
  employee_ids: readonly number[],
  user_ids: readonly number[] = [],
): Promise<void> {
  if (employee_ids.length === 0 && user_ids.length === 0) return;
  await lockAccess(tx, caller);
  const { missing, obsolete } = await compareManagerGrants(tx, caller, employee_ids, user_ids);
  if (obsolete.length > 0) await tx.write(archiveGrants(caller, obsolete), { event: 'grant.post_archive' });
  if (missing.length === 0) return;
  const role = await findBuiltinRole(tx, caller, 'manager');
  for (const user_id of missing) {
    const grant = { user_id, role_id: role.id, scope: 'role', source: 'hierarchy' } as const;
    const change = insertGrant(caller, { ...grant, reason: 'Has direct reports' });
    await tx.write(change, { event: 'grant.post_create' });
  }
}
