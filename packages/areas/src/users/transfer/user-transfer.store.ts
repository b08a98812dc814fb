import { type Caller, rowsInScope } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { grantsInForceOf } from '../../access/index.ts';
import { lastLoginAt, usersAs } from '../../accounts/index.ts';
import type { UserFilter } from '../accounts/users.contract.ts';
import { usersWhere } from '../accounts/users.store.ts';

const { sql } = Prisma;

export function selectExportedUsers(caller: Caller, filter: UserFilter): Prisma.Sql {
  return sql`select u.id, u.email, u.first_name, u.last_name, u.display_name, u.locale, u.time_zone, u.status,
      u.is_service, coalesce((
        select string_agg(distinct r.code, ' ' order by r.code) ${grantsInForceOf('u')} and g.scope = 'role'
          and ${rowsInScope(caller, 'grant:read', { users: [sql`u.id`] })}), '') as role_codes,
      ${lastLoginAt(caller, 'u')} as last_login_at, u.created_at, u.updated_at
    from ${usersAs('u')} where ${usersWhere(caller, filter, 'user:export')} order by u.id`;
}
