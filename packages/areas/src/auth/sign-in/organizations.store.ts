import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

// The area `organizations` builds on this one, so it cannot export these to it: this file is the one place where
// signing in reads the tables of organizations.

/** The organization `o` of a user `u`. */
export const organizationOfUser = sql`organizations o on o.id = u.org_id`;

/** Condition: people work in the organization `o`. */
export const isOrganizationOpen = sql`o.status in ('unverified', 'active', 'closing')`;

/** The security settings of the organization `o`, as `security`. */
export const joinSecuritySettings = sql`left join organization_settings security
  on security.org_id = o.id and security.section = 'security'`;
