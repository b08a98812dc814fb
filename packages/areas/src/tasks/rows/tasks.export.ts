import { exportable } from '@wfp/shared';
import { Task, TaskFilter } from './tasks.contract.ts';
import { exportedTasks } from './tasks.list.store.ts';

const left = ['org_id', 'deleted_at'];

/** Tasks as a file. */
export const taskExport = exportable<TaskFilter>({
  resource: 'task',
  path: '/tasks',
  filter: TaskFilter,
  columns: Object.keys(Task.shape).filter((name) => !left.includes(name)),
  statement: exportedTasks,
});
