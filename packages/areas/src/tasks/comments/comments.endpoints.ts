import { endpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import {
  CommentParams,
  CreateComment,
  ListComments,
  PatchComment,
  TaskComment,
  TaskParams,
} from '../rows/tasks.contract.ts';
import { createComment, deleteComment, listComments, patchComment } from './comments.service.ts';

export const commentEndpoints = [
  endpoint({
    method: 'get',
    path: '/tasks/:taskId/comments',
    summary: 'List the comments of a task, oldest first',
    can: 'task_comment:read',
    params: TaskParams,
    query: ListComments,
    returns: { 200: ListOf(TaskComment) },
    handler: listComments,
  }),
  endpoint({
    method: 'post',
    path: '/tasks/:taskId/comments',
    summary: 'Comment on a task, or reply to a comment',
    can: 'task_comment:create',
    params: TaskParams,
    body: CreateComment,
    returns: { 201: TaskComment },
    emits: ['task.comment.created'],
    handler: createComment,
  }),
  endpoint({
    method: 'patch',
    path: '/tasks/:taskId/comments/:id',
    summary: 'Edit your own comment',
    can: 'task_comment:update',
    params: CommentParams,
    body: PatchComment,
    returns: { 200: TaskComment },
    emits: ['task.comment.updated'],
    handler: patchComment,
  }),
  endpoint({
    method: 'delete',
    path: '/tasks/:taskId/comments/:id',
    summary: 'Delete a comment',
    can: 'task_comment:archive',
    params: CommentParams,
    returns: { 204: null },
    emits: ['task.comment.deleted'],
    handler: deleteComment,
  }),
];
