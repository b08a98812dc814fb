import { endpoint, proposeBody, proposeRow, rightsOnRows } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { changeInBulk } from '../bulk/bulk.service.ts';
import { proposeBulkChange, proposeMove, proposeTaskPatch } from '../writes/task-proposals.service.ts';
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
  restoreDeletedTask,
  showBoard,
} from './tasks.service.ts';
import { findTask } from './tasks.store.ts';

export const taskRights = rightsOnRows('task', '/tasks/:id');

const patchEvents = [
  'task.post_update',
  'task.completed',
  'initiative.task_unlinked',
  'initiative.task_linked',
];

export const taskEndpoints = [
  endpoint({
    method: 'get',
    path: '/tasks',
    summary: 'List tasks',
    details: 'In the order of the board, column by column, unless sort is given.',
    can: 'task:read',
    query: ListTasks,
    returns: { 200: ListOf(Task) },
    rowRights: taskRights,
    handler: listTasks,
  }),
  endpoint({
    method: 'get',
    path: '/tasks/board',
    summary: 'Fetch the board',
    details:
      'The number of tasks and the first tasks of each column. A column ends early after 512 KiB of text; `next` continues it.',
    can: 'task:read',
    query: ShowBoard,
    returns: { 200: Board },
    rowRights: taskRights,
    handler: showBoard,
  }),
  endpoint({
    method: 'post',
    path: '/tasks/bulk',
    summary: 'Update or move up to 200 tasks',
    details:
      'Either all changes are applied or none. The descriptions of the tasks may have at most 4 MiB together.',
    operationId: 'bulkUpdateTasks',
    can: 'task:update',
    body: BulkTasks,
    returns: { 200: ListOf(Task) },
    emits: patchEvents,
    review: { hook: 'task.pre_update', proposals: proposeBulkChange },
    versionedResource: false,
    handler: changeInBulk,
  }),
  endpoint({
    method: 'get',
    path: '/tasks/:id',
    summary: 'Fetch a task',
    can: 'task:read',
    params: IdParams,
    returns: { 200: Task },
    rowRights: taskRights,
    handler: getTask,
  }),
  endpoint({
    method: 'post',
    path: '/tasks',
    summary: 'Create a task',
    details: 'The task is added at the end of its column.',
    can: 'task:create',
    body: CreateTask,
    returns: { 201: Task },
    emits: ['task.post_create', 'initiative.task_linked'],
    review: { hook: 'task.pre_create', proposals: proposeBody() },
    handler: createTask,
  }),
  endpoint({
    method: 'patch',
    path: '/tasks/:id',
    summary: 'Update a task',
    details: 'Changing the status moves the task to the end of the column of the new status.',
    can: 'task:update',
    params: IdParams,
    body: PatchTask,
    returns: { 200: Task },
    emits: patchEvents,
    review: { hook: 'task.pre_update', proposals: proposeTaskPatch },
    handler: patchTask,
  }),
  endpoint({
    method: 'post',
    path: '/tasks/:id/move',
    summary: 'Move a task to a position of a column',
    can: 'task:update',
    params: IdParams,
    body: MoveTask,
    returns: { 200: Task },
    emits: ['task.post_update', 'task.completed'],
    review: { hook: 'task.pre_update', proposals: proposeMove },
    handler: moveTask,
  }),
  endpoint({
    method: 'delete',
    path: '/tasks/:id',
    summary: 'Delete a task',
    details: 'Its comments and events are kept.',
    can: 'task:archive',
    params: IdParams,
    returns: { 204: null },
    emits: ['task.post_archive'],
    review: {
      hook: 'task.pre_archive',
      proposals: proposeRow((caller, id) => findTask(caller, id, 'task:archive')),
    },
    handler: deleteTask,
  }),
  endpoint({
    method: 'post',
    path: '/tasks/:id/restore',
    summary: 'Restore a deleted task',
    details: 'The task is added at the end of its column.',
    can: 'task:manage',
    params: IdParams,
    returns: { 200: Task },
    emits: ['task.post_restore'],
    handler: restoreDeletedTask,
  }),
];
