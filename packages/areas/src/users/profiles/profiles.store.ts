import { Prisma } from '@wfp/shared/db';
import { usersAs } from '../../accounts/index.ts';

const { sql, raw } = Prisma;

interface UserKey {
  org_id: Prisma.Sql;
  id: Prisma.Sql;
}

export const selectUserCreatedAt = ({ org_id, id }: UserKey) =>
  sql`(select u.created_at from ${usersAs('u')} where u.org_id = ${org_id} and u.id = ${id})`;

export const profileUserId = (alias: string) => sql`${raw(alias)}.user_id`;
