import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** Condition: the search is shared or was created by the caller. */
export const isVisible = (caller: Caller, alias: string): Prisma.Sql =>
  sql`(${raw(alias)}.is_shared or ${raw(alias)}.created_by = ${caller.user_id}::int)`;

export const isPrivate = (alias: string): Prisma.Sql => sql`not ${raw(alias)}.is_shared`;
