import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { organizationTable } from '../../access/index.ts';

const { sql } = Prisma;

// This area cannot import from `organizations`, which depends on it, so this file names the tables of `organizations`
// directly. No other file of this area does.

export const organizationOfUser = sql`${organizationTable} on o.id = u.org_id`;

/** Condition: users of the organization `o` can sign in. */
export const isOrganizationOpen = sql`o.status in ('unverified', 'active', 'closing')`;

/** Condition: credentials of the organization `o` are known. Those of a suspended one are rejected with the reason. */
export const isOrganizationKnown = sql`o.status <> 'closed'`;

export const isOrganizationSuspended = sql`o.status = 'suspended'`;

/** Join of the security settings of the organization `o`, as `security`. */
export const joinSecuritySettings = sql`left join organization_settings security
  on security.org_id = o.id and security.section = 'security'`;

/** The slug of the caller's organization. */
export async function findOrganizationSlug(tx: Transaction, caller: Caller): Promise<string> {
  const [found] = await tx.rows<{ slug: string }>(
    sql`select o.slug from ${organizationTable} where o.id = ${caller.org_id}`,
  );
  if (!found) throw new Error('Invariant: the caller has no organization');
  return found.slug;
}
