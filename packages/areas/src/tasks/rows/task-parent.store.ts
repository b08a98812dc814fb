import { type ParentKey, type ParentResource, requireRow } from '@wfp/shared';
import { QueryId } from '@wfp/shared/contract';
import { Prisma } from '@wfp/shared/db';
import { findTask } from './tasks.store.ts';

const { sql } = Prisma;

const parentTaskColumn = ({ org_id, id }: ParentKey, column: string) =>
  sql`(select t.${Prisma.raw(column)} from tasks t where t.org_id = ${org_id} and t.id = ${id})`;

/**
 * Tasks as a parent resource. The row is not locked: a child that is written while its task is deleted is stored, and
 * can be read after the task is restored.
 */
export const task: ParentResource = {
  path: '/tasks/:taskId',
  params: { taskId: QueryId },
  table: 'tasks',
  noun: 'Task',
  resource: 'task',
  aggregate: 'task',
  resolve: async (caller, { taskId }, right) => {
    const permission = `task:${right}` as const;
    const { id } = await requireRow({
      caller,
      find: () => findTask(caller, Number(taskId), permission),
      findReadable: async () => right !== 'read' && findTask(caller, Number(taskId)),
      ...{ permission, noun: 'Task' },
    });
    return id;
  },
  isPermitted: async (caller, id, right) => (await findTask(caller, id, `task:${right}`)) !== undefined,
  createdAt: (key) => parentTaskColumn(key, 'created_at'),
  subject: (key) => ({
    employee: parentTaskColumn(key, 'assigned_employee_id'),
    team: parentTaskColumn(key, 'assigned_team_id'),
    users: [parentTaskColumn(key, 'assigned_to'), parentTaskColumn(key, 'created_by')],
  }),
};

/** {@link task} for children whose events carry the title of the task. */
export const titledTask: ParentResource = {
  ...task,
  recordName: (key) => parentTaskColumn(key, 'title'),
  recordNameField: 'title',
};
