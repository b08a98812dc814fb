import { Prisma } from '@wfp/shared/db';
import { grantsNotEndedOf } from '../../access/index.ts';

const { sql } = Prisma;

// The area `mfa` depends on this one, so the table is named directly. `offset 0` makes PostgreSQL read the user's rows by
// key. Otherwise it may build a hash table of the rows of all organizations if they are few.
/** Condition on the user `u`. */
export const hasSecondFactor = sql`exists(select 1 from mfa_methods m where m.org_id = u.org_id and m.user_id = u.id
  and m.confirmed_at is not null and m.deleted_at is null offset 0)`;

/** Condition on the user `u`: has a grant of owner, admin or hr, even one that starts later. */
export const isPrivilegedUser = sql`exists(select ${grantsNotEndedOf('u')} and r.is_builtin
  and r.code in ('owner', 'admin', 'hr') offset 0)`;

/**
 * Column on the user `u` and their settings `security`: the input of {@link computeSessionStage} for a user other than a
 * service user whose organization requires a second factor, otherwise null.
 */
export const requiredSecondFactor = sql`case
  when u.is_service or coalesce(security.values ->> 'require_mfa', 'none') = 'none' then null
  else jsonb_build_object('policy', security.values, 'created_at', u.created_at,
    'has_second_factor', ${hasSecondFactor}, 'is_privileged', ${isPrivilegedUser}) end`;
