import { Id, Paging, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { Task } from '../rows/tasks.contract.ts';

const ReminderOffset = Task.shape.reminder_offset.unwrap();
const kinds = ['offset', 'absolute'] as const;
const states = ['pending', 'fired', 'cancelled', 'missed'] as const;

export const TaskReminder = z.object({
  id: Id,
  org_id: Id,
  task_id: Id,
  user_id: Id.nullable().meta({
    description: 'Null: the one of the task itself, for whoever it is assigned to',
  }),
  kind: z.enum(kinds),
  offset: ReminderOffset.nullable().meta({ description: 'How long before the due date' }),
  remind_at: Timestamp.nullable(),
  state: z.enum(states),
  fired_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

const moments = { offset: ReminderOffset.optional(), remind_at: Timestamp.optional() };

/** Which field says when, and which one must not be there. */
const fieldOf = { offset: ['offset', 'remind_at'], absolute: ['remind_at', 'offset'] } as const;

export const CreateReminder = z
  .strictObject({ kind: z.enum(kinds), ...moments })
  .superRefine((reminder, context) => {
    const [needed, other] = fieldOf[reminder.kind];
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (reminder[needed] === undefined) refuse(needed, `A reminder of this kind needs it`);
    if (reminder[other] !== undefined) refuse(other, `A reminder of this kind has none`);
  });
export type CreateReminder = z.output<typeof CreateReminder>;

export const PatchReminder = z.strictObject(moments);
export type PatchReminder = z.output<typeof PatchReminder>;

export const ReminderParams = z.strictObject({ taskId: QueryId, id: QueryId });

export const ListReminders = z.strictObject(Paging);
export type ListReminders = z.output<typeof ListReminders>;
