import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { employeeOf, employeeOfChange } from '../../employees/index.ts';

const { sql } = Prisma;

/**
 * Deletes the old and new values of all changes about a user, in the transaction that erases the user. The chain stays
 * valid.
 */
export async function erasePersonal(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from audit_personal where org_id = ${caller.org_id} and subject_user_id = ${user_id}`,
  );
  // Changes of the user's employee record from before it was linked to the user.
  await tx.executeUnrecorded(
    sql`delete from audit_personal p using audit_log a join ${employeeOf('e', 'a', 'record_id')}
      where p.org_id = ${caller.org_id} and p.subject_user_id is null and a.org_id = p.org_id and a.id = p.audit_id
        and a.resource = 'employee' and e.user_id = ${user_id}`,
  );
  await tx.executeUnrecorded(
    sql`delete from audit_personal p using audit_log a join ${employeeOfChange('e', 'a', 'record_id')}
      where p.org_id = ${caller.org_id} and p.subject_user_id is null and a.org_id = p.org_id and a.id = p.audit_id
        and a.resource = 'employee_change' and e.user_id = ${user_id}`,
  );
}
