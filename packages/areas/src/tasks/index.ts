import { defineArea, resource } from '@wfp/shared';
import { boardCheck } from './board/checks.store.ts';
import { comments } from './comments/comment.resource.ts';
import { taskConsequences } from './consequences.ts';
import { relations } from './relations/relation.resource.ts';
import { followTasks } from './reminders/lane.store.ts';
import { reminders } from './reminders/reminder.resource.ts';
import { reminderLane } from './reminders/reminders.lane.ts';
import { taskEndpoints } from './rows/tasks.endpoints.ts';
import { taskEvents } from './rows/tasks.events.ts';
import { taskExport } from './rows/tasks.list.store.ts';
import { taskRows } from './rows/tasks.store.ts';

export const tasks = defineArea({
  name: 'tasks',
  about: 'Tasks, the board they are on, their comments, reminders and relations.',
  declared: [comments, relations, reminders],
  resources: [
    resource({
      code: 'task',
      label: 'Tasks',
      scopes: ['own', 'reports', 'team'],
      rows: taskRows,
      builtin: {
        owner: 'M',
        admin: 'M',
        hr: 'RCU',
        manager: 'RC UAX@own,team,reports',
        employee: 'RC U@own,team A@own',
        viewer: 'R',
        auditor: 'R',
      },
    }),
  ],
  endpoints: taskEndpoints,
  events: taskEvents,
  consequences: taskConsequences,
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
  type LinksOfTasks,
  lockBoard,
  lockOpenTasks,
  lockTasks,
  relinkTasks,
  type TaskCount,
  tasksEverOf,
  tasksOfInitiative,
} from './for-other-areas/for-initiatives.store.ts';
export {
  doneTasks,
  newestLabels,
  relationsOfTask,
  unfinishedByAssignee,
} from './for-other-areas/for-prompts.store.ts';
export { moveValues } from './for-other-areas/move-values.service.ts';
export { openTasksOf } from './for-other-areas/owned-tasks.store.ts';
export {
  countOpenTasks,
  isOnTasksBeyond,
  labelsInUse,
  liveTasks,
  taskOf,
  tasksAs,
  tasksOfRow,
} from './for-other-areas/references.store.ts';
export { proposePatch } from './rows/task-proposals.service.ts';
export {
  ListTasks,
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
} from './rows/tasks.contract.ts';
export { findTasks } from './rows/tasks.list.store.ts';
export { patchWithin } from './rows/tasks.service.ts';
export { findTask, tasksInReach } from './rows/tasks.store.ts';
