import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { isPrivate } from '../announcements.store.ts';

const { sql, raw } = Prisma;

export const isAuthor = (caller: Caller, alias: string): Prisma.Sql =>
  sql`${raw(`"${alias}"`)}.created_by = ${caller.user_id}`;

/** Deleting a comment requires being its author, or permission to update the announcement. */
export const isDeletableBy = (caller: Caller, alias: string): Prisma.Sql =>
  caller.rowScopeFor('announcement:update')?.org ? sql`true` : isAuthor(caller, alias);

/** Condition: the events of the comment are as private as those of its announcement. */
export const isOnPrivate = (alias: string): Prisma.Sql =>
  sql`(select ${isPrivate('p')} from announcements p
    where p.org_id = ${raw(alias)}.org_id and p.id = ${raw(alias)}.announcement_id)`;

interface CommentedState {
  status: string;
  allow_comments: boolean;
  is_expired: boolean;
}

/** Reads the state of the announcement of a comment, which the transaction has locked. */
export async function findCommentedState(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<CommentedState | undefined> {
  const [row] = await tx.rows<CommentedState>(
    sql`select a.status, a.allow_comments, coalesce(a.expires_at <= now(), false) as is_expired from announcements a
      where a.org_id = ${caller.org_id} and a.id = ${id}::int and a.deleted_at is null`,
  );
  return row;
}
