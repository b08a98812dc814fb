import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { Task } from '../../tasks/index.ts';
import { Burnup, BurnupQuery, Summary } from '../progress/figures.contract.ts';
import { drawBurnup, summarize } from '../progress/figures.service.ts';
import { completeInitiative } from './complete.service.ts';
import { initiatives } from './initiative.resource.ts';
import {
  CompleteInitiative,
  LinkedTasks,
  ListLinkedTasks,
  OfInitiative,
  TaskIds,
} from './initiatives.contract.ts';
import { linksProposed, linkTasks, listTasks, unlinksProposed, unlinkTasks } from './links.service.ts';

const unlinking = [
  'task.post_update',
  'initiative.task_unlinked',
  // The review before the write is kept with it.
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
    emits: [
      'initiative.post_update',
      'initiative.completed',
      'initiative.task_linked',
      'initiative.task_unlinked',
      'task.post_update',
    ],
    handler: completeInitiative,
  }),
  endpoint({
    method: 'get',
    path: '/initiatives/:initiativeId/tasks',
    summary: 'List tasks of an initiative',
    details: 'Only tasks that you may read, in the order of the board.',
    can: 'initiative:read',
    params: OfInitiative,
    query: ListLinkedTasks,
    returns: { 200: ListOf(Task) },
    handler: listTasks,
  }),
  endpoint({
    method: 'post',
    path: '/initiatives/:initiativeId/tasks',
    summary: 'Link tasks to an initiative, all or none',
    details: 'Tasks of another initiative move.',
    operationId: 'linkInitiativeTasks',
    can: 'task:update',
    params: OfInitiative,
    body: TaskIds,
    returns: { 200: LinkedTasks },
    emits: [...unlinking, 'initiative.task_linked'],
    review: { hook: 'task.pre_update', proposals: linksProposed },
    handler: linkTasks,
  }),
  endpoint({
    method: 'delete',
    path: '/initiatives/:initiativeId/tasks',
    summary: 'Unlink tasks from an initiative, all or none',
    operationId: 'unlinkInitiativeTasks',
    can: 'task:update',
    versionOf: false,
    params: OfInitiative,
    body: TaskIds,
    returns: { 204: null },
    emits: unlinking,
    review: { hook: 'task.pre_update', proposals: unlinksProposed },
    handler: unlinkTasks,
  }),
  endpoint({
    method: 'get',
    path: '/initiatives/:initiativeId/summary',
    summary: 'Fetch the metrics of an initiative',
    can: 'initiative:read',
    params: OfInitiative,
    returns: { 200: Summary },
    handler: summarize,
  }),
  endpoint({
    method: 'get',
    path: '/initiatives/:initiativeId/burnup',
    summary: 'Fetch the burn-up of an initiative',
    details: 'Scope and finished tasks at the end of each day.',
    can: 'initiative:read',
    params: OfInitiative,
    query: BurnupQuery,
    returns: { 200: Burnup },
    handler: drawBurnup,
  }),
];
