import { Id, Paging, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { TaskStatus } from '../rows/tasks.contract.ts';

export const relationKinds = ['blocks', 'relates_to', 'duplicates', 'precedes'] as const;
export type RelationKind = (typeof relationKinds)[number];

/** What a relation is called from its other end. */
export const inverseKinds = {
  blocks: 'blocked_by',
  relates_to: 'relates_to',
  duplicates: 'duplicated_by',
  precedes: 'preceded_by',
} as const satisfies Record<RelationKind, string>;

export const TaskRelation = z.object({
  id: Id,
  org_id: Id,
  task_id: Id.meta({ description: 'The task in the path' }),
  other_task_id: Id,
  kind: z.enum([...relationKinds, 'blocked_by', 'duplicated_by', 'preceded_by']).meta({
    description: 'As seen from the task in the path',
  }),
  direction: z.enum(['outgoing', 'incoming']).meta({ description: 'Incoming: said on the other task' }),
  other_task: z.object({ id: Id, title: z.string(), status: TaskStatus }),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

export const CreateRelation = z.strictObject({ other_task_id: Id, kind: z.enum(relationKinds) });
export type CreateRelation = z.output<typeof CreateRelation>;

export const RelationParams = z.strictObject({ taskId: QueryId, id: QueryId });

export const ListRelations = z.strictObject(Paging);
export type ListRelations = z.output<typeof ListRelations>;
