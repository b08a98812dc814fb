import { AppError, type Call, type Caller, invalidField, notFound } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import type { CreateComment, ListComments, PatchComment } from '../rows/tasks.contract.ts';
import { findTask } from '../rows/tasks.store.ts';
import {
  archiveComment,
  type CommentRow,
  findComment,
  findComments,
  insertComment,
  updateComment,
} from './comments.store.ts';

interface OnTask {
  taskId: number;
}
interface OnComment extends OnTask {
  id: number;
}

/** Comments are seen by whoever sees the task. */
async function requireTask(caller: Caller, id: number): Promise<void> {
  if (!(await findTask(caller, id))) throw notFound('Task');
}

async function requireComment(caller: Caller, params: OnComment): Promise<CommentRow> {
  await requireTask(caller, params.taskId);
  const comment = await findComment(caller, params.taskId, params.id);
  if (!comment) throw notFound('Comment');
  return comment;
}

export async function listComments({ caller, params, query }: Call<OnTask, ListComments, unknown>) {
  await requireTask(caller, params.taskId);
  return findComments(caller, params.taskId, query);
}

export async function createComment({
  caller,
  params,
  body,
}: Pick<Call<OnTask, unknown, CreateComment>, 'caller' | 'params' | 'body'>): Promise<CommentRow> {
  await requireTask(caller, params.taskId);
  if (body.parent_id != null && !(await findComment(caller, params.taskId, body.parent_id))) {
    throw invalidField('parent_id', 'Must be a comment of the same task');
  }
  const [comment] = await write(caller, insertComment(caller, params.taskId, body), {
    event: 'task.comment.created',
    action: 'create',
  });
  if (!comment) throw new Error('A comment was not written');
  return comment;
}

/** Only the author edits. */
export async function patchComment({ caller, params, body }: Call<OnComment, unknown, PatchComment>) {
  const comment = await requireComment(caller, params);
  if (comment.author_user_id !== caller.user_id)
    throw new AppError('forbidden', 'Only its author edits a comment');
  const [edited] = await write(caller, updateComment(caller, comment.id, body.body), {
    event: 'task.comment.updated',
    action: 'update',
  });
  if (!edited) throw notFound('Comment');
  return edited;
}

/** The author deletes, or somebody who manages comments. */
export async function deleteComment({ caller, params }: Call<OnComment, unknown, unknown>): Promise<void> {
  const comment = await requireComment(caller, params);
  if (comment.author_user_id !== caller.user_id && !caller.reach('task_comment:manage')?.org) {
    throw new AppError('forbidden', 'Only its author, or who manages comments, deletes a comment');
  }
  const [gone] = await write(caller, archiveComment(caller, comment.id), {
    event: 'task.comment.deleted',
    action: 'archive',
  });
  if (!gone) throw notFound('Comment');
}
