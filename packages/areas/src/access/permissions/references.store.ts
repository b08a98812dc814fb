import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const liveGrants = (user: string): Prisma.Sql =>
  raw(`from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
    where g.org_id = ${user}.org_id and g.user_id = ${user}.id and g.deleted_at is null`);

const isNotEnded = sql`(g.ends_at is null or g.ends_at > now())`;

/**
 * The grants of a user that have not ended, including those that start later: `from` grants `g` with roles `r`,
 * extended with `and`.
 */
export const grantsNotEndedOf = (user: string): Prisma.Sql => sql`${liveGrants(user)} and ${isNotEnded}`;

/** The grants in force of a user, in the same form. The credential check of every request runs it. */
export const grantsInForceOf = (user: string): Prisma.Sql => sql`${liveGrants(user)}
      and (g.starts_at is null or g.starts_at <= now()) and ${isNotEnded}`;

/** Live grants, joined to rows with a `grant_id`: `join ${grantOf('g', 'k')}`. */
export const grantOf = (grant: string, row: string): Prisma.Sql =>
  raw(
    `grants ${grant} on ${grant}.org_id = ${row}.org_id and ${grant}.id = ${row}.grant_id and ${grant}.deleted_at is null`,
  );
