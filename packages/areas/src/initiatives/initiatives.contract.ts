import { CalendarDate, Id, Line, Paging, Prose, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { TaskStatus } from '../tasks/index.ts';

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

/** Per cent. */
export const Progress = z.int().min(0).max(100);

const Code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/, 'Letters, digits, hyphens, dots and underscores; at most 60');

export const Initiative = z.object({
  id: Id,
  org_id: Id,
  name: z.string(),
  code: z.string(),
  description: z.string(),
  status: z.enum(initiativeStatuses),
  health: z.enum(initiativeHealths),
  owner_employee_id: Id.nullable(),
  team_id: Id.nullable(),
  start_on: CalendarDate.nullable(),
  target_on: CalendarDate.nullable(),
  progress_mode: z.enum(progressModes),
  progress: Progress.meta({
    description:
      'Per cent of the tasks (or of their effort) that are not cancelled. Counted after the fact; where progress_mode is manual, said by updates',
  }),
  update_due_at: Timestamp.nullable().meta({
    description: 'When the owner is asked for an update, while it is active',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

const optional = {
  code: Code.optional().meta({ description: 'Made from the name when left out' }),
  description: Prose(20_000).optional(),
  status: z.enum(initiativeStatuses).optional(),
  health: z.enum(initiativeHealths).optional(),
  team_id: Id.nullable().optional(),
  start_on: CalendarDate.nullable().optional(),
  target_on: CalendarDate.nullable().optional(),
  progress_mode: z.enum(progressModes).optional(),
};

export const CreateInitiative = z.strictObject({ name: Line(200), owner_employee_id: Id, ...optional });
export type CreateInitiative = z.output<typeof CreateInitiative>;
export const PatchInitiative = CreateInitiative.partial();
export type PatchInitiative = z.output<typeof PatchInitiative>;

export const initiativeSorts = ['name', 'code', 'target_on', 'progress', 'created_at', 'updated_at'] as const;
type Sort = (typeof initiativeSorts)[number];

const filters = <I extends z.ZodType>(id: I) => ({
  status: z.enum(initiativeStatuses).optional(),
  health: z.enum(initiativeHealths).optional(),
  owner_employee_id: id.optional(),
  team_id: id.optional(),
  q: Line(100).optional().meta({ description: 'Part of the name or the code' }),
});
export const InitiativeFilter = z.strictObject(filters(Id));
export type InitiativeFilter = z.output<typeof InitiativeFilter>;
export const ListInitiatives = z.strictObject({
  ...Paging,
  ...filters(QueryId),
  sort: z
    .enum([...initiativeSorts, ...initiativeSorts.map((one) => `-${one}` as `-${Sort}`)])
    .default('name'),
});
export type ListInitiatives = z.output<typeof ListInitiatives>;

export const OfInitiative = z.strictObject({ initiativeId: QueryId });
export type OfInitiative = z.output<typeof OfInitiative>;

export const TaskIds = z.strictObject({ task_ids: z.array(Id).min(1).max(200) });
export type TaskIds = z.output<typeof TaskIds>;

/** What was done: a task named twice, or linked already, is none. */
export const LinkedTasks = z.object({ count: z.int().nonnegative() });

export const CompleteInitiative = z
  .strictObject({
    open_tasks: z.enum(['keep', 'cancel', 'move_to']).meta({
      description: 'What becomes of the tasks that are neither done nor cancelled',
    }),
    move_to: Id.optional().meta({ description: 'The initiative that gets them' }),
  })
  .superRefine(({ open_tasks, move_to }, context) => {
    if ((open_tasks === 'move_to') === (move_to !== undefined)) return;
    const message = move_to === undefined ? 'Must say where to' : 'Is said only with open_tasks: move_to';
    context.addIssue({ code: 'custom', path: ['move_to'], message });
  });
export type CompleteInitiative = z.output<typeof CompleteInitiative>;

export const ListLinkedTasks = z.strictObject({ ...Paging, status: TaskStatus.optional() });
export type ListLinkedTasks = z.output<typeof ListLinkedTasks>;
