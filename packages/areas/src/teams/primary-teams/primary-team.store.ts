import type { Caller } from '@wfp/shared';
import { byKey, Prisma, type Transaction } from '@wfp/shared/db';
import type { Membership } from './primary-team.policy.ts';

const { sql } = Prisma;

export async function findMemberships(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
): Promise<Membership[]> {
  return tx.rows<Membership>(
    byKey(sql`select m.id, m.team_id, m.is_home, to_char(m.joined_on, 'YYYY-MM-DD') as joined_on,
      to_char(m.left_on, 'YYYY-MM-DD') as left_on
    from team_members m where m.org_id = ${caller.org_id} and m.employee_id = ${employee_id} and m.deleted_at is null
    order by m.joined_on, m.id`),
  );
}

/** Defers the exclusion constraint, because several memberships change their days one after the other. */
export const deferOverlapChecks = (tx: Transaction) =>
  tx.executeUnrecorded(sql`set constraints team_members_org_id_joined_on_excl deferred`);

/** @throws AppError `invalid` on `joined_on` if memberships overlap */
export const checkOverlaps = (tx: Transaction) =>
  tx.executeUnrecorded(sql`set constraints team_members_org_id_joined_on_excl immediate`);
