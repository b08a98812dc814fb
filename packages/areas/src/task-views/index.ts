import { defineArea, endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { Task, taskRights } from '../tasks/index.ts';
import { moveRowsOnTeamMerge } from '../teams/index.ts';
import { ListTasksOfView } from './views.contract.ts';
import { views } from './views.resource.ts';
import { listTasksOfView } from './views.service.ts';

export const taskViews = defineArea({
  name: 'task-views',
  about: 'Saved task filters, private or shared.',
  menu: [
    { key: 'task-views', label: 'Saved views', icon: 'list-filter', group: 'work', resource: 'task_view' },
  ],
  declared: [views],
  endpoints: [
    endpoint({
      method: 'get',
      path: '/task-views/:id/tasks',
      summary: 'List the tasks of a view',
      details: 'Only tasks that you may read.',
      can: 'task_view:read',
      params: IdParams,
      query: ListTasksOfView,
      returns: { 200: ListOf(Task) },
      rowRights: taskRights,
      handler: listTasksOfView,
    }),
  ],
  consequences: [moveRowsOnTeamMerge('task-views.team', views.table)],
});
