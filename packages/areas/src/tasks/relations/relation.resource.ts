import { defineResource, field, invalidField, missingReference } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { z } from 'zod';
import { titledTask } from '../rows/task-parent.store.ts';
import { TaskStatus } from '../rows/tasks.contract.ts';
import { findTask } from '../rows/tasks.store.ts';
import { areBothReadable, isChangeable, lockOrderings, otherTask, rejectCycle } from './relations.store.ts';

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

/** Relations between tasks, listed on both. A relation belongs to the task on which it was created. */
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
      // The weakest lock: moves on the board update rows of tasks and must not wait.
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
    create: 'A relation between two tasks was created; the event is about the first task.',
    archive: 'A relation between two tasks was deleted; the event is about the first task.',
    restore: 'A relation between two tasks was restored; the event is about the first task.',
  },
  hooks: {
    validate: async ({ caller, within, values: { other_task_id } }) => {
      if (other_task_id === within.task_id) throw invalidField('other_task_id', 'Must be another task');
      // An unreadable task counts as nonexistent.
      const isReadable = other_task_id !== undefined && (await findTask(caller, other_task_id));
      if (!isReadable) throw missingReference('other_task_id');
    },
    // Takes the locks of both orderings: the kind is known only after the row is locked, and row locks come later.
    beforeLock: async ({ tx, caller, phase }) => {
      if (phase === 'restore') await lockOrderings(tx, caller);
    },
    beforeWrite: async ({ tx, caller, within, values }) => {
      const { kind, other_task_id } = values;
      await rejectCycle(tx, caller, { kind, task_id: within.task_id, other_task_id });
      return undefined;
    },
    afterRestore: async ({ tx, caller, row }) => {
      const { direction, kind, task_id, other_task_id } = row;
      if (direction === 'outgoing') return rejectCycle(tx, caller, { kind, task_id, other_task_id });
      const stored = kinds.find((one) => inverseKinds[one] === kind);
      return rejectCycle(tx, caller, { kind: stored, task_id: other_task_id, other_task_id: task_id });
    },
  },
});
