import { endpoint, proposeRow } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { Task, taskRights } from '../../tasks/index.ts';
import { Burnup, BurnupQuery, Summary } from '../metrics/metrics.contract.ts';
import { getBurnup, getSummary } from '../metrics/metrics.service.ts';
import { completeInitiative } from './complete.service.ts';
import { initiatives } from './initiative.resource.ts';
import {
  CompleteInitiative,
  InitiativeParams,
  LinkedTasks,
  ListLinkedTasks,
  TaskIds,
} from './initiatives.contract.ts';
import { linkTasks, listLinkedTasks, proposeLinks, proposeUnlinks, unlinkTasks } from './links.service.ts';

const unlinkEvents = [
  'task.post_update',
  'initiative.task_unlinked',
  // The review runs before the write, which stores the result of the review.
  'prompt_run.completed',
];

export const initiativeEndpoints = [
  endpoint({
    method: 'post',
    path: '/initiatives/:id/complete',
    summary: 'Complete an initiative and settle its open tasks',
    can: 'initiative:update',
    params: IdParams,
    body: CompleteInitiative,
    returns: { 200: initiatives.contract.row },
    when: [{ status: ['proposed', 'planned', 'active', 'paused'] }],
    emits: [
      'initiative.post_update',
      'initiative.completed',
      'initiative.task_linked',
      'initiative.task_unlinked',
      'task.post_update',
    ],
    review: {
      hook: 'initiative.pre_update',
      proposals: proposeRow(
        (caller, id) => initiatives.find(caller, id, 'update'),
        (body) => ({ ...body, status: 'completed' }),
      ),
    },
    handler: completeInitiative,
  }),
  endpoint({
    method: 'get',
    path: '/initiatives/:initiativeId/tasks',
    summary: 'List tasks of an initiative',
    details: 'Only tasks that you may read, by default in the order of the board.',
    can: 'initiative:read',
    params: InitiativeParams,
    query: ListLinkedTasks,
    returns: { 200: ListOf(Task) },
    rowRights: taskRights,
    handler: listLinkedTasks,
  }),
  endpoint({
    method: 'post',
    path: '/initiatives/:initiativeId/tasks',
    summary: 'Link tasks to an initiative, all or none',
    details: 'Tasks linked to another initiative are moved.',
    operationId: 'linkInitiativeTasks',
    can: 'task:update',
    params: InitiativeParams,
    body: TaskIds,
    returns: { 200: LinkedTasks },
    emits: [...unlinkEvents, 'initiative.task_linked'],
    review: { hook: 'task.pre_update', proposals: proposeLinks },
    handler: linkTasks,
  }),
  endpoint({
    method: 'post',
    path: '/initiatives/:initiativeId/tasks/unlink',
    summary: 'Unlink tasks from an initiative, all or none',
    operationId: 'unlinkInitiativeTasks',
    can: 'task:update',
    params: InitiativeParams,
    body: TaskIds,
    returns: { 204: null },
    emits: unlinkEvents,
    review: { hook: 'task.pre_update', proposals: proposeUnlinks },
    handler: unlinkTasks,
  }),
  endpoint({
    method: 'get',
    path: '/initiatives/:initiativeId/summary',
    summary: 'Fetch the metrics of an initiative',
    can: 'initiative:read',
    params: InitiativeParams,
    returns: { 200: Summary },
    handler: getSummary,
  }),
  endpoint({
    method: 'get',
    path: '/initiatives/:initiativeId/burnup',
    summary: 'Fetch the burn-up of an initiative',
    details: 'Scope and finished tasks at the end of each day.',
    can: 'initiative:read',
    params: InitiativeParams,
    query: BurnupQuery,
    returns: { 200: Burnup },
    handler: getBurnup,
  }),
];
