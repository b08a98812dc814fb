import { endpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import { TaskParams } from '../rows/tasks.contract.ts';
import {
  CreateReminder,
  ListReminders,
  PatchReminder,
  ReminderParams,
  TaskReminder,
} from './reminders.contract.ts';
import {
  createReminder,
  deleteReminder,
  getReminder,
  listReminders,
  patchReminder,
} from './reminders.service.ts';

/** Reminders are one's own: whoever may read a task may be reminded of it. */
export const reminderEndpoints = [
  endpoint({
    method: 'get',
    path: '/tasks/:taskId/reminders',
    summary: 'List your reminders of a task and the one of the task itself, the next first',
    can: 'task:read',
    params: TaskParams,
    query: ListReminders,
    returns: { 200: ListOf(TaskReminder) },
    handler: listReminders,
  }),
  endpoint({
    method: 'get',
    path: '/tasks/:taskId/reminders/:id',
    summary: 'Fetch one reminder',
    can: 'task:read',
    params: ReminderParams,
    returns: { 200: TaskReminder },
    handler: getReminder,
  }),
  endpoint({
    method: 'post',
    path: '/tasks/:taskId/reminders',
    summary: 'Be reminded of a task, so long before it is due or at a moment',
    can: 'task:read',
    params: TaskParams,
    body: CreateReminder,
    returns: { 201: TaskReminder },
    emits: ['task.reminder_added'],
    handler: createReminder,
  }),
  endpoint({
    method: 'patch',
    path: '/tasks/:taskId/reminders/:id',
    summary: 'Be reminded at another moment',
    can: 'task:read',
    versionOf: 'task_reminder',
    params: ReminderParams,
    body: PatchReminder,
    returns: { 200: TaskReminder },
    emits: ['task.reminder_changed'],
    handler: patchReminder,
  }),
  endpoint({
    method: 'delete',
    path: '/tasks/:taskId/reminders/:id',
    summary: 'Take a reminder of yours back',
    can: 'task:read',
    versionOf: 'task_reminder',
    params: ReminderParams,
    returns: { 204: null },
    emits: ['task.reminder_removed'],
    handler: deleteReminder,
  }),
];
