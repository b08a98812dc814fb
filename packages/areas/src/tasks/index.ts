import { defineArea, resource } from '@wfp/shared';
import { boardCheck } from './board/checks.store.ts';
import { comments } from './comments/comment.resource.ts';
import { taskConsequences } from './consequences.ts';
import { taskExport } from './list/tasks.export.store.ts';
import { relations } from './relations/relation.resource.ts';
import { projectReminders } from './reminders/lane.store.ts';
import { reminders } from './reminders/reminder.resource.ts';
import { reminderLane } from './reminders/reminders.lane.ts';
import { taskEndpoints } from './rows/tasks.endpoints.ts';
import { taskEvents } from './rows/tasks.events.ts';
import { taskNaming, taskRowScope } from './rows/tasks.store.ts';

export const tasks = defineArea({
  name: 'tasks',
  about: 'Tasks, the board they are on, their comments, reminders and relations.',
  menu: [
    {
      key: 'tasks',
      label: 'Tasks',
      icon: 'square-check',
      group: 'work',
      resource: 'task',
      badge: { resource: 'task', filter: { assigned_to_me: true, overdue: true } },
    },
  ],
  declared: [comments, relations, reminders],
  resources: [
    resource({
      code: 'task',
      label: 'Tasks',
      scopes: ['own', 'reports', 'team'],
      rows: taskRowScope,
      naming: taskNaming,
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
  projections: [{ name: 'task-reminders', project: projectReminders }],
  exports: [taskExport],
});

export {
  cancelTasks,
  countReadableTasks,
  findTasksEverLinked,
  listInitiativeTasks,
  listTaskChanges,
  lockBoard,
  lockOpenTasks,
  lockTasks,
  relinkTasks,
} from './for-other-areas/for-initiatives.store.ts';
export {
  lastDoneTasks,
  newestLabels,
  newestRelations,
  unfinishedByAssignee,
} from './for-other-areas/for-prompts.store.ts';
export { findOpenTasks } from './for-other-areas/owned-tasks.store.ts';
export {
  countOpenTasks,
  hasLabelOutOfScope,
  initiativeTasks,
  isLiveTask,
  labelsInUse,
  liveTasks,
  taskOf,
  tasksAs,
} from './for-other-areas/references.store.ts';
export { replaceTaskValues } from './for-other-areas/replace-values.service.ts';
export { findTasks } from './list/tasks.list.store.ts';
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
export { taskRights } from './rows/tasks.endpoints.ts';
export { patchTaskInTransaction } from './rows/tasks.service.ts';
export { findTask, tasksInScope } from './rows/tasks.store.ts';
export { proposePatch } from './writes/task-proposals.service.ts';
