import type { Permission } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const liveGrants = (user: string): Prisma.Sql =>
  raw(`from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
    where g.org_id = ${user}.org_id and g.user_id = ${user}.id and g.deleted_at is null`);

const isNotEnded = sql`(g.ends_at is null or g.ends_at > now())`;

/**
 * Clauses `from` and `where` for the grants `g` of a user that have not ended, including those that start later, with
 * their roles `r`. Can be extended with `and`.
 *
 * @param user alias of the row of the user
 */
export const grantsNotEndedOf = (user: string): Prisma.Sql => sql`${liveGrants(user)} and ${isNotEnded}`;

const isInForce = sql`(g.starts_at is null or g.starts_at <= now()) and ${isNotEnded}`;

/** Like {@link grantsNotEndedOf}, without grants that start later. */
export const grantsInForceOf = (user: string): Prisma.Sql => sql`${liveGrants(user)} and ${isInForce}`;

const isGrantOf = (user: string): Prisma.Sql =>
  sql`g.org_id = ${raw(user)}.org_id and g.user_id = ${raw(user)}.id and g.deleted_at is null and ${isInForce}`;

/** Expression: the grants in force of a user as JSON, each as `[role_id, scope, team_id]`. Includes deleted roles. */
export const grantTuplesOf = (user: string): Prisma.Sql => sql`coalesce((
    select json_agg(json_build_array(g.role_id, g.scope, g.team_id)) from grants g where ${isGrantOf(user)}
  ), '[]')`;

/** Join target: the live grant of a row with a `grant_id`. `join ${grantOf('g', 'k')}` */
export const grantOf = (grant: string, row: string): Prisma.Sql =>
  raw(
    `grants ${grant} on ${grant}.org_id = ${row}.org_id and ${grant}.id = ${row}.grant_id and ${grant}.deleted_at is null`,
  );

/** Join target: the grant of a row with a `grant_id` if it was ended at that time. */
export const grantEndedAt = (grant: string, row: string, time: Date): Prisma.Sql =>
  sql`${raw(`grants ${grant} on ${grant}.org_id = ${row}.org_id and ${grant}.id = ${row}.grant_id and ${grant}.deleted_at`)} = ${time}::timestamptz`;

/**
 * Condition: a role of the user, in force for the whole organization, has one of the permissions. True for each built-in
 * role: the permissions must be some that all of them have. The grants of a user are found by key, with or without
 * statistics.
 */
export const hasPermissionOfAllRoles = (user: string, permissions: readonly Permission[]): Prisma.Sql =>
  sql`exists (select from (select g.* from grants g where ${raw(`g.org_id = ${user}.org_id and g.user_id = ${user}.id`)} offset 0) g
    join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
    where g.deleted_at is null and g.scope = 'role' and ${isInForce}
      and (r.is_builtin or jsonb_exists_any(r.permissions, ${[...permissions]}::text[])) offset 0)`;
