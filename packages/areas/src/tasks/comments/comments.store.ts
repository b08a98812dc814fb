import { type Caller, rowsInScope } from '@wfp/shared';
import { Prisma, readOne } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const authorOf = (alias: string) => sql`${raw(`"${alias}"`)}.author_user_id`;

export const isAuthor = (caller: Caller, alias: string) => sql`${authorOf(alias)} = ${caller.user_id}`;

/** Deleting a comment requires being its author, or task_comment:manage in the whole organization. */
export const isDeletableBy = (caller: Caller, alias: string) =>
  caller.rowScopeFor('task_comment:manage')?.org ? sql`true` : isAuthor(caller, alias);

/** True if the comment is live and belongs to the task, and the caller wrote it or may read it. */
export async function canReplyTo(caller: Caller, task_id: number, id: number): Promise<boolean> {
  const row = await readOne(
    caller,
    sql`select m.id from task_comments m
    where m.org_id = ${caller.org_id} and m.task_id = ${task_id} and m.id = ${id} and m.deleted_at is null
      and (${isAuthor(caller, 'm')} or ${rowsInScope(caller, 'task_comment:read', { users: [authorOf('m')] })})`,
  );
  return row !== undefined;
}
