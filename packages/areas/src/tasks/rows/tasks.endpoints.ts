import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { changeInBulk } from '../bulk/bulk.service.ts';
import { bulkProposals, moveProposal, patchProposal } from './task-proposals.service.ts';
import {
  Board,
  BulkTasks,
  CreateTask,
  ListTasks,
  MoveTask,
  PatchTask,
  ShowBoard,
  Task,
} from './tasks.contract.ts';
import {
  createTask,
  deleteTask,
  getTask,
  listTasks,
  moveTask,
  patchTask,
  showBoard,
} from './tasks.service.ts';

/** What was said before the write is kept with it. */
const reviewEvent = 'prompt_run.completed';

export const taskEndpoints = [
  endpoint({
    method: 'get',
    path: '/tasks',
    summary: 'List tasks, column by column in the order of the board',
    can: 'task:read',
    query: ListTasks,
    returns: { 200: ListOf(Task) },
    handler: listTasks,
  }),
  endpoint({
    method: 'get',
    path: '/tasks/board',
    summary: 'List the columns of the board',
    details: 'The number of tasks of each column, and its first tasks.',
    can: 'task:read',
    query: ShowBoard,
    returns: { 200: Board },
    handler: showBoard,
  }),
  endpoint({
    method: 'post',
    path: '/tasks/bulk',
    summary: 'Change or move up to 200 tasks at once: all of them or none',
    operationId: 'bulkUpdateTasks',
    can: 'task:update',
    body: BulkTasks,
    returns: { 200: ListOf(Task) },
    emits: ['task.post_update', 'task.completed', reviewEvent],
    review: { hook: 'task.pre_update', proposals: bulkProposals },
    versionOf: false,
    handler: changeInBulk,
  }),
  endpoint({
    method: 'get',
    path: '/tasks/:id',
    summary: 'Fetch one task',
    can: 'task:read',
    params: IdParams,
    returns: { 200: Task },
    handler: getTask,
  }),
  endpoint({
    method: 'post',
    path: '/tasks',
    summary: 'Create a task at the end of its column',
    can: 'task:create',
    body: CreateTask,
    returns: { 201: Task },
    emits: ['task.post_create', reviewEvent],
    review: {
      hook: 'task.pre_create',
      proposals: ({ body }: { body: CreateTask }) => [{ record_id: null, change: body }],
    },
    handler: createTask,
  }),
  endpoint({
    method: 'patch',
    path: '/tasks/:id',
    summary: 'Change fields of a task',
    details: 'Another status puts it at the end of that column.',
    can: 'task:update',
    params: IdParams,
    body: PatchTask,
    returns: { 200: Task },
    emits: ['task.post_update', 'task.completed', reviewEvent],
    review: { hook: 'task.pre_update', proposals: patchProposal },
    handler: patchTask,
  }),
  endpoint({
    method: 'post',
    path: '/tasks/:id/move',
    summary: 'Put a task at a position of a column; the others make room',
    can: 'task:update',
    params: IdParams,
    body: MoveTask,
    returns: { 200: Task },
    emits: ['task.post_update', 'task.completed', reviewEvent],
    review: { hook: 'task.pre_update', proposals: moveProposal },
    handler: moveTask,
  }),
  endpoint({
    method: 'delete',
    path: '/tasks/:id',
    summary: 'Delete a task; its comments and events stay',
    can: 'task:archive',
    params: IdParams,
    returns: { 204: null },
    emits: ['task.post_archive'],
    handler: deleteTask,
  }),
];
