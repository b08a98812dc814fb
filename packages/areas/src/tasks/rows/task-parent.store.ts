import { type ParentKey, type ParentResource, requireRow } from '@wfp/shared';
import { QueryId } from '@wfp/shared/contract';
import { Prisma } from '@wfp/shared/db';
import { findTask } from './tasks.store.ts';

const { sql } = Prisma;

const ofTask = ({ org_id, id }: ParentKey, column: string) =>
  sql`(select t.${Prisma.raw(column)} from tasks t where t.org_id = ${org_id} and t.id = ${id})`;

/**
 * A task as the parent of what is on it. Its row is not locked: a write below a task that is deleted at the same moment
 * succeeds, and cannot be read until the task is restored.
 */
export const task: ParentResource = {
  path: '/tasks/:taskId',
  params: { taskId: QueryId },
  table: 'tasks',
  noun: 'Task',
  resource: 'task',
  aggregate: 'task',
  enter: async (caller, { taskId }, right) => {
    const permission = `task:${right}` as const;
    const { id } = await requireRow({
      find: () => findTask(caller, Number(taskId), permission),
      see: async () => right !== 'read' && findTask(caller, Number(taskId)),
      ...{ permission, noun: 'Task' },
    });
    return id;
  },
  admits: async (caller, id, right) => (await findTask(caller, id, `task:${right}`)) !== undefined,
  bornAt: (key) => ofTask(key, 'created_at'),
  subject: (key) => ({
    employee: ofTask(key, 'assigned_employee_id'),
    team: ofTask(key, 'assigned_team_id'),
    users: [ofTask(key, 'assigned_to'), ofTask(key, 'created_by')],
  }),
};

/** The same, for rows whose events carry the title of the task. */
export const titledTask: ParentResource = { ...task, recordName: (key) => ofTask(key, 'title') };
