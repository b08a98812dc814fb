import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { CreateTask, ListTasks, MoveTask, PatchTask, Task } from './tasks.contract.ts';
import { createTask, deleteTask, getTask, listTasks, moveTask, patchTask } from './tasks.service.ts';

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
    emits: ['task.post_create'],
    handler: createTask,
  }),
  endpoint({
    method: 'patch',
    path: '/tasks/:id',
    summary: 'Change fields of a task; another status puts it at the end of that column',
    can: 'task:update',
    params: IdParams,
    body: PatchTask,
    returns: { 200: Task },
    emits: ['task.post_update', 'task.completed'],
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
    emits: ['task.post_update', 'task.completed'],
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
