import type { Caller } from '@wfp/shared';
import { Prisma, type Recording, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

export const invitedAgain: Recording = { event: 'user.invited', action: 'invite' };

/** The organization as an invitation speaks of it. Locked while unverified, so that invitations are counted right. */
export async function invitingOrganization(
  tx: Transaction,
  caller: Caller,
): Promise<{ name: string; invitations: number | null }> {
  const [organization] = await tx.rows<{ name: string; status: string }>(
    sql`select o.name, o.status from organizations o where o.id = ${caller.org_id}`,
  );
  if (!organization) throw new Error('The organization of the caller is gone');
  const { name, status } = organization;
  if (status !== 'unverified') return { name, invitations: null };
  await tx.rows(sql`select o.id from organizations o where o.id = ${caller.org_id} for no key update`);
  const [sent] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from user_tokens t where t.org_id = ${caller.org_id} and t.purpose = 'invitation'`,
  );
  return { name, invitations: sent?.count ?? 0 };
}
