import { type Caller, type RowScope, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { CreateComment, ListComments } from '../rows/tasks.contract.ts';

const { sql } = Prisma;

const ofTask = (column: string) =>
  sql`(select t.${Prisma.raw(column)} from tasks t where t.org_id = c.org_id and t.id = c.task_id)`;

/** Comments are part of their task: their events are about it and seen by whoever sees it. */
export const commentsTable = recordedTable({
  name: 'task_comments',
  aggregate: 'task',
  aggregate_id: 'task_id',
  resource: 'task_comment',
  columns: Prisma.TaskCommentScalarFieldEnum,
  subject: {
    employee: ofTask('assigned_employee_id'),
    team: ofTask('assigned_team_id'),
    users: [ofTask('assigned_to'), ofTask('created_by'), sql`c.author_user_id`],
  },
});

/** One's own comments are those one wrote. */
export const commentRows: RowScope = {
  table: 'task_comments',
  owners: () => ({ users: [sql`r.author_user_id`] }),
};

export interface CommentRow {
  id: number;
  task_id: number;
  author_user_id: number;
  body: string;
}

/** One's own comments, and those that one may read besides. */
const seenBy = (caller: Caller) =>
  sql`(m.author_user_id = ${caller.user_id} or ${rowsInReach(caller, 'task_comment:read', { users: [sql`m.author_user_id`] })})`;

export async function findComments(
  caller: Caller,
  task_id: number,
  query: ListComments,
): Promise<Listed<CommentRow>> {
  const where = sql`m.org_id = ${caller.org_id} and m.task_id = ${task_id} and m.deleted_at is null
    and ${rowsInReach(caller, 'task_comment:read', { users: [sql`m.author_user_id`] })}`;
  return readPage<CommentRow>(caller, query, {
    columns: sql`${wireColumns(commentsTable, 'm')}`,
    from: sql`task_comments m`,
    where,
    orderBy: sql`m.created_at, m.id`,
  });
}

export async function findComment(
  caller: Caller,
  task_id: number,
  id: number,
): Promise<CommentRow | undefined> {
  return readOne<CommentRow>(
    caller,
    sql`select ${wireColumns(commentsTable, 'm')} from task_comments m
      where m.org_id = ${caller.org_id} and m.task_id = ${task_id} and m.id = ${id} and m.deleted_at is null
        and ${seenBy(caller)}`,
  );
}

export function insertComment(caller: Caller, task_id: number, body: CreateComment): Change<CommentRow> {
  return {
    table: commentsTable,
    statement: insertInto(caller, commentsTable, { ...body, task_id, author_user_id: caller.user_id }),
  };
}

export function updateComment(caller: Caller, id: number, body: string): Change<CommentRow> {
  return {
    table: commentsTable,
    statement: updateRows(caller, commentsTable, { body }, sql`id = ${id} and deleted_at is null`),
  };
}

export function archiveComment(caller: Caller, id: number): Change<CommentRow> {
  return {
    table: commentsTable,
    statement: updateRows(
      caller,
      commentsTable,
      { deleted_at: sql`now()` },
      sql`id = ${id} and deleted_at is null`,
    ),
  };
}
