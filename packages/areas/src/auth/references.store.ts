import { Prisma } from '@wfp/shared/db';

/**
 * Clauses `from` and `where` for the sessions `s` of a user that were not ended, including expired ones. Can be extended
 * with `and`.
 */
export const sessionsOfUser = (user: string): Prisma.Sql =>
  Prisma.raw(
    `from sessions s where s.org_id = ${user}.org_id and s.user_id = ${user}.id and s.ended_at is null`,
  );
