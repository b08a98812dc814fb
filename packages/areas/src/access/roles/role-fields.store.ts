import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** Expression: the permissions of a role as a JSON list. The column is an object of scopes by permission. */
export const permissionList = (alias: string) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('permission', p.key, 'scopes', p.value) order by p.key)
  from jsonb_each(${raw(`${alias}.permissions`)}) p), '[]')`;

/** Condition: a user has a grant of the role, in force or not. */
export const isHeldBy = ({ user_id }: Pick<Caller, 'user_id'>, alias: string) => sql`exists (
  select from grants g where g.org_id = ${raw(`${alias}.org_id`)} and g.role_id = ${raw(`${alias}.id`)}
    and g.user_id = ${user_id} and g.deleted_at is null)`;
