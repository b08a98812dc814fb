import { defineArea, resource } from '@wfp/shared';
import { boardCheck } from './checks.store.ts';
import { commentEndpoints } from './comments.endpoints.ts';
import { commentRows } from './comments.store.ts';
import { followTasks } from './lane.store.ts';
import { relationEndpoints } from './relations.endpoints.ts';
import { reminderEndpoints } from './reminders.endpoints.ts';
import { reminderLane } from './reminders.lane.ts';
import { taskEndpoints } from './tasks.endpoints.ts';
import { taskEvents } from './tasks.events.ts';
import { taskExport } from './tasks.export.ts';
import { taskRows } from './tasks.store.ts';

const everybodysComments = 'RC UA@own';

export const tasks = defineArea({
  name: 'tasks',
  about: 'Tasks, the board they are on, their comments, reminders and relations.',
  resources: [
    resource({
      code: 'task',
      label: 'Tasks',
      scopes: ['own', 'reports', 'team'],
      rows: taskRows,
      builtin: {
        owner: 'M',
        admin: 'M',
        hr: 'RCUS',
        manager: 'RC UAXS@own,team,reports',
        employee: 'RC U@own,team A@own',
        viewer: 'R',
        auditor: 'R',
      },
    }),
    resource({
      code: 'task_comment',
      label: 'Task comments',
      scopes: ['own'],
      rows: commentRows,
      builtin: {
        owner: 'M',
        admin: 'M',
        hr: everybodysComments,
        manager: everybodysComments,
        employee: everybodysComments,
        viewer: 'R',
        auditor: 'R',
      },
    }),
  ],
  endpoints: [...taskEndpoints, ...commentEndpoints, ...reminderEndpoints, ...relationEndpoints],
  events: taskEvents,
  jobs: [reminderLane],
  checks: [boardCheck],
  projections: [{ name: 'task-reminders', project: followTasks }],
  exports: [taskExport],
});

export {
  cancelTasks,
  changesOfTasks,
  countReadableTasks,
  countTasks,
  lockBoard,
  lockOpenTasks,
  lockTasks,
  relinkTasks,
  type TaskCount,
  tasksEverOf,
  tasksOfInitiative,
} from './for-initiatives.store.ts';
export { moveValues } from './move-values.service.ts';
export { openTasksOf } from './owned-tasks.store.ts';
export { reassignTasks } from './reassign.service.ts';
export { changeTasks } from './task-changes.store.ts';
export {
  PatchTask,
  reminderOffsets,
  Task,
  TaskFilter,
  TaskSort,
  TaskStatus,
  taskCategories,
  taskEfforts,
  taskPriorities,
  taskStatuses,
  taskTypes,
} from './tasks.contract.ts';
export { findTasks } from './tasks.list.store.ts';
export { patchWithin } from './tasks.service.ts';
export { findTask, tasksInReach } from './tasks.store.ts';
export { moveTeamTasks } from './team-tasks.store.ts';
export { countLabels, isOnTasksBeyond } from './used-labels.store.ts';
