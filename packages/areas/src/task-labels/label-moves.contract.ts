import { Id, Line, ListOf, named, PagingWithoutIds, SortBy } from '@wfp/shared/contract';
import { z } from 'zod';

export const RenameLabel = z.strictObject({ name: Line(100) });
export type RenameLabel = z.output<typeof RenameLabel>;

export const MergeLabel = z.strictObject({ into_id: Id });
export type MergeLabel = z.output<typeof MergeLabel>;

/** The tasks are changed later, with one event for each. */
export const LabelMove = z.object({
  id: Id.meta({ description: 'The new label of the tasks' }),
  status: z.literal('queued'),
});
named('QueuedLabelMove', LabelMove);

export const usedLabelSorts = ['label', 'tasks_count'] as const;

export const ListUsedLabels = z.strictObject({
  ...PagingWithoutIds,
  q: Line(100).optional().meta({ description: 'Part of the label; case-insensitive' }),
  sort: SortBy(usedLabelSorts, '-tasks_count,label'),
});
export type ListUsedLabels = z.output<typeof ListUsedLabels>;

const UsedLabel = z.object({
  label: z.string(),
  label_id: Id.nullable().meta({ description: 'ID in the catalogue; null if the label is not in it' }),
  tasks_count: z.int().positive(),
});

export const UsedLabels = ListOf(UsedLabel);
