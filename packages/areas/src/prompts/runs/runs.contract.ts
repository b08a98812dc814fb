import {
  Id,
  IdParams,
  Line,
  ListOf,
  LongId,
  NamedValue,
  Paging,
  QueryId,
  SortBy,
  Timestamp,
} from '@wfp/shared/contract';
import { z } from 'zod';

export { IdParams, ListOf };

export const runStatuses = ['pending', 'running', 'succeeded', 'failed', 'refused', 'skipped'] as const;

const Anything = z.record(z.string(), z.unknown()).nullable();

const outcome = {
  status: z.enum(runStatuses),
  input: Anything.meta({
    description:
      'The prompt; null for runs of the rules, and unless you may read templates and all tasks, employees and users',
  }),
  output: Anything.meta({ description: 'Matches the output schema of the template' }),
  is_shortened: z.boolean().meta({
    description: 'True if texts are omitted because they may name tasks or people that you may not read',
  }),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  input_tokens: z.int().nonnegative().nullable(),
  output_tokens: z.int().nonnegative().nullable(),
  cost: z.string().nullable().meta({ description: 'In the currency of the configured prices' }),
  latency_ms: z.int().nonnegative().nullable(),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Reason why there is no output or the last attempt failed' }),
};

export const PromptRun = z.object({
  id: Id,
  org_id: Id,
  template_id: Id,
  template_version: z.int().positive(),
  template_code: z.string(),
  event_id: LongId.nullable(),
  hook: z.string(),
  record_type: z.string(),
  record_id: Id.nullable(),
  record_version: Timestamp.nullable().meta({ description: 'updated_at of the record at the evaluation' }),
  ...outcome,
  attempts: z.int().nonnegative(),
  applied_at: Timestamp.nullable(),
  applied_by: Id.nullable(),
  applied_fields: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  finished_at: Timestamp.nullable(),
});

export const runSorts = ['created_at', 'status', 'finished_at', 'latency_ms', 'cost'] as const;

export const ListRuns = z.strictObject({
  ...Paging,
  template: NamedValue('prompt_template', Line(100))
    .optional()
    .meta({ description: 'The code of a template' }),
  record_type: Line(50).optional(),
  record_id: QueryId.optional(),
  status: z.enum(runStatuses).optional(),
  sort: SortBy(runSorts, '-created_at'),
});
export type ListRuns = z.output<typeof ListRuns>;

export const ApplyRun = z
  .strictObject({
    fields: z
      .array(z.enum(['priority', 'category', 'label', 'ideal_owner']))
      .min(1)
      .max(4)
      .optional()
      .meta({ description: 'The suggestions to apply; default: all' }),
    action: z
      .int()
      .nonnegative()
      .max(1_000)
      .optional()
      .meta({ description: 'Index of the action to apply, from 0' }),
  })
  .refine(({ fields, action }) => fields === undefined || action === undefined, {
    path: ['action'],
    message: 'Must not be combined with fields',
  })
  .prefault({});
export type ApplyRun = z.output<typeof ApplyRun>;

export const PreviewTemplate = z.strictObject({
  record_id: Id.meta({ description: 'The task to evaluate the template on', 'x-ref': 'task' }),
});
export type PreviewTemplate = z.output<typeof PreviewTemplate>;

export const Preview = z.object(outcome);
