import { defineResource, field, invalidField, missingReference } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { z } from 'zod';
import { titledTask } from '../rows/task-parent.store.ts';
import { TaskStatus } from '../rows/tasks.contract.ts';
import { findTask } from '../rows/tasks.store.ts';
import { areBothReadable, isChangeable, lockOrderings, otherTask, rejectCircle } from './relations.store.ts';

const kinds = ['blocks', 'relates_to', 'duplicates', 'precedes'] as const;

/** The kinds of relations as seen from the other task. */
const inverseKinds = {
  blocks: 'blocked_by',
  relates_to: 'relates_to',
  duplicates: 'duplicated_by',
  precedes: 'preceded_by',
} as const satisfies Record<(typeof kinds)[number], string>;

const ShownKind = z
  .enum([...kinds, 'blocked_by', 'duplicated_by', 'preceded_by'])
  .meta({ description: 'As seen from the task in the path' });

/** Relations between tasks, seen from either. A relation belongs to the task on which it was created. */
export const relations = defineResource({
  code: 'task_relation',
  noun: ['relation', 'relations'],
  label: 'Task relations',
  path: '/relations',
  model: 'TaskRelation',
  table: 'task_relations',
  parent: {
    of: titledTask,
    field: 'task_id',
    aggregate: 'parent',
    otherEnd: { field: 'other_task_id', inverse: { kind: inverseKinds } },
  },
  fields: {
    other_task_id: field(Id, {
      ...{ required: true, writable: 'once', references: 'tasks' },
      // Tasks shift in their columns while others relate them.
      referenceLock: 'key share',
    }),
    kind: field(z.enum(kinds), {
      required: true,
      writable: 'once',
      filter: true,
      shown: ShownKind,
      pgType: 'task_relation_kind',
    }),
  },
  computed: {
    other_task: {
      schema: z.object({ id: Id, title: z.string(), status: TaskStatus }),
      sql: otherTask,
    },
  },
  sort: 'created_at',
  visible: areBothReadable,
  restrictions: { archive: isChangeable, manage: isChangeable },
  endpoints: ['list', 'get', 'create', 'archive', 'restore'],
  eventNames: {
    create: 'task.relation_added',
    archive: 'task.relation_removed',
    restore: 'task.relation_restored',
  },
  meanings: {
    create: 'A task was related to another one; the event is about the first of the two.',
    archive: 'Two tasks are no longer related; the event is about the first of the two.',
    restore: 'Two tasks are related again; the event is about the first of the two.',
  },
  hooks: {
    validate: async ({ caller, within, values: { other_task_id } }) => {
      if (other_task_id === within.task_id) throw invalidField('other_task_id', 'Must be another task');
      // A task that the caller may not read reads as one that does not exist.
      const isReadable = other_task_id !== undefined && (await findTask(caller, other_task_id));
      if (!isReadable) throw missingReference('other_task_id');
    },
    // Its kind is known only once the row is locked, and these locks come before rows.
    beforeLock: async ({ tx, caller, phase }) => {
      if (phase === 'restore') await lockOrderings(tx, caller);
    },
    beforeWrite: async ({ tx, caller, within, values }) => {
      const { kind, other_task_id } = values;
      await rejectCircle(tx, caller, { kind, task_id: within.task_id, other_task_id });
      return undefined;
    },
    afterRestore: async ({ tx, caller, row }) => {
      const { direction, kind, task_id, other_task_id } = row;
      if (direction === 'outgoing') return rejectCircle(tx, caller, { kind, task_id, other_task_id });
      const stored = kinds.find((one) => inverseKinds[one] === kind);
      return rejectCircle(tx, caller, { kind: stored, task_id: other_task_id, other_task_id: task_id });
    },
  },
});
