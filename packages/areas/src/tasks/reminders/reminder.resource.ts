import { AppError, defineResource, field, forbidden, invalidField } from '@wfp/shared';
import { Id, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { titledTask } from '../rows/task-parent.store.ts';
import { Task } from '../rows/tasks.contract.ts';
import { computeRemindAt, isOwnOrTaskReminder, isUserReminder, rejectTooMany } from './reminders.store.ts';

const ReminderOffset = Task.shape.reminder_offset.unwrap();

/** Required field and forbidden field of each kind. */
const timeFieldsByKind = { offset: ['offset', 'remind_at'], absolute: ['remind_at', 'offset'] } as const;
const mustBeOmitted = 'Must be omitted for a reminder of this kind';

/** Rejects changes of the task's own reminder, which follows from fields of the task. */
function requireUserReminder({ user_id }: { user_id: number | null }): void {
  if (user_id !== null) return;
  throw forbidden('rule', 'This reminder follows from reminder_offset of the task; change that instead');
}

/** Events about a user's reminders are not visible to other users who may read the task. */
const { subject: _, ...taskAlone } = titledTask;

/** The caller's reminders on tasks that they may read, and each task's own reminder. */
export const reminders = defineResource({
  code: 'task_reminder',
  noun: ['reminder', 'reminders'],
  label: 'Task reminders',
  path: '/reminders',
  model: 'TaskReminder',
  table: 'task_reminders',
  parent: { of: taskAlone, field: 'task_id', writeRight: 'read', aggregate: 'parent' },
  subject: { users: ['user_id'], isPrivate: isUserReminder },
  fields: {
    user_id: field(
      Id.nullable().meta({ description: 'null for the task’s own reminder, which notifies its assignee' }),
      { writable: 'never', initial: (caller) => caller.user_id },
    ),
    kind: field(z.enum(['offset', 'absolute']), {
      ...{ required: true, writable: 'once', filter: true, pgType: 'task_reminder_kind' },
    }),
    offset: field(ReminderOffset, {
      shown: ReminderOffset.nullable().meta({ description: 'Time before the due date' }),
    }),
    remind_at: field(Timestamp, {
      ...{ shown: Timestamp.nullable(), filter: true, sort: 'value', pgType: 'timestamptz' },
    }),
    state: field(z.enum(['pending', 'fired', 'cancelled', 'missed']), {
      ...{ writable: 'never', filter: true, pgType: 'task_reminder_state' },
    }),
    fired_at: field(Timestamp.nullable(), { writable: 'never' }),
  },
  sort: 'remind_at',
  visible: isOwnOrTaskReminder,
  eventNames: {
    create: 'task.reminder_added',
    update: 'task.reminder_changed',
    archive: 'task.reminder_removed',
    restore: 'task.reminder_restored',
  },
  meanings: {
    create: 'A user created a reminder on a task for themselves.',
    update: 'A user changed the time of one of their reminders.',
    archive: 'A user deleted one of their reminders.',
    restore: 'A user restored one of their reminders.',
  },
  hooks: {
    validate: ({ values, phase }) => {
      if (phase !== 'create' || !values.kind) return;
      const [required, other] = timeFieldsByKind[values.kind];
      const fieldErrors = {
        ...(values[required] === undefined && { [required]: ['Is required for a reminder of this kind'] }),
        ...(values[other] !== undefined && { [other]: [mustBeOmitted] }),
      };
      if (Object.keys(fieldErrors).length === 0) return;
      throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
    },
    beforeLock: async ({ tx, caller, within, phase }) => {
      if (phase === 'create' || phase === 'restore') await rejectTooMany(tx, caller, within.task_id);
    },
    beforeWrite: async ({ tx, caller, within, before, values }) => {
      if (before) {
        requireUserReminder(before);
        const [, other] = timeFieldsByKind[before.kind];
        if (values[other] !== undefined) throw invalidField(other, mustBeOmitted);
      }
      const { offset, remind_at } = values;
      if (offset === undefined && remind_at === undefined) return undefined;
      return computeRemindAt(tx, caller, within.task_id, { offset, remind_at });
    },
    beforeArchive: async ({ before }) => requireUserReminder(before),
    afterRestore: async ({ row }) => requireUserReminder(row),
  },
});
