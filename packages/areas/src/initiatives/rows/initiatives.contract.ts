import { Id, named, Paging, QueryId } from '@wfp/shared/contract';
import { z } from 'zod';
import { ListTasks, TaskStatus } from '../../tasks/index.ts';

export const initiativeStatuses = [
  'proposed',
  'planned',
  'active',
  'paused',
  'completed',
  'cancelled',
] as const;
export const initiativeHealths = ['unknown', 'on_track', 'at_risk', 'off_track'] as const;
export const progressModes = ['tasks', 'effort', 'manual'] as const;

/** A percentage. */
export const Progress = z.int().min(0).max(100);

export const InitiativeParams = z.strictObject({ initiativeId: QueryId });
export type InitiativeParams = z.output<typeof InitiativeParams>;

export const TaskIds = z.strictObject({ task_ids: z.array(Id).min(1).max(200) });
named('TaskIds', TaskIds);
export type TaskIds = z.output<typeof TaskIds>;

/** Number of tasks that were linked; duplicates and tasks already linked do not count. */
export const LinkedTasks = z.object({ count: z.int().nonnegative() });
named('LinkedTasks', LinkedTasks);

export const CompleteInitiative = z
  .strictObject({
    open_tasks: z.enum(['keep', 'cancel', 'move_to']).meta({
      description: 'The action for tasks that are neither done nor cancelled',
    }),
    move_to: Id.optional().meta({ description: 'ID of the initiative to which the open tasks are moved' }),
  })
  .superRefine(({ open_tasks, move_to }, context) => {
    if ((open_tasks === 'move_to') === (move_to !== undefined)) return;
    const message =
      move_to === undefined
        ? 'Is required if open_tasks is "move_to"'
        : 'Is allowed only if open_tasks is "move_to"';
    context.addIssue({ code: 'custom', path: ['move_to'], message });
  });
export type CompleteInitiative = z.output<typeof CompleteInitiative>;

const { q, sort } = ListTasks.shape;

export const ListLinkedTasks = z.strictObject({ ...Paging, status: TaskStatus.optional(), q, sort });
export type ListLinkedTasks = z.output<typeof ListLinkedTasks>;
