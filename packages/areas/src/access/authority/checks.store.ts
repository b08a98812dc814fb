import { type Check, Prisma, sqlCheck } from '@wfp/shared/db';
import { liveUserOf } from '../../accounts/index.ts';

const { sql } = Prisma;

export const ownerCheck: Check = sqlCheck(
  {
    name: 'has-owner',
    scope: 'organization',
    invariant:
      'Every open organization has an owner whose account is active or invited, and is no service user.',
    repair: 'Grant the owner role to one of its users.',
  },
  ({ org_id, is_closed }) => sql`
    select format('organization %s has no owner', ${org_id}::int) as message
    where not ${is_closed}::bool and not exists (
      select from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id and r.is_builtin and r.code = 'owner'
      join ${liveUserOf('u', 'g')} and u.status in ('active', 'invited') and not u.is_service
      where g.org_id = ${org_id} and g.deleted_at is null and g.scope = 'role' and (g.ends_at is null or g.ends_at > now()))`,
);
