import { type Check, mostBreaches, Prisma, statementCheck } from '@wfp/shared/db';

const { sql } = Prisma;

const most = Prisma.raw(String(mostBreaches + 1));

export const ownerCheck: Check = statementCheck(
  {
    name: 'has-owner',
    of: 'organization',
    holds: 'An organization that is open has an owner who is there.',
    mend: 'Nobody can hand out roles any more: add a grant of the role of owner for one of its users.',
  },
  ({ org_id }) => sql`
    select format('organization %s (%s) has no owner', o.id, o.slug) as says from organizations o
    where o.id = ${org_id} and o.status <> 'closed' and not exists (
      select from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id and r.is_builtin and r.code = 'owner'
      join users u on u.org_id = g.org_id and u.id = g.user_id and u.deleted_at is null and u.status in ('active', 'invited')
      where g.org_id = ${org_id} and g.deleted_at is null and g.scope = 'role' and (g.ends_at is null or g.ends_at > now()))
    limit ${most}`,
);
