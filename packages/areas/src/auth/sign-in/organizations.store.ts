import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

// The area `organizations` depends on this one, so it cannot export these to it. Only this file reads the tables of
// organizations for signing in.

export const organizationOfUser = sql`organizations o on o.id = u.org_id`;

/** Condition: users of the organization `o` can sign in. */
export const isOrganizationOpen = sql`o.status in ('unverified', 'active', 'closing')`;

/** The security settings of the organization `o`, as `security`. */
export const joinSecuritySettings = sql`left join organization_settings security
  on security.org_id = o.id and security.section = 'security'`;
