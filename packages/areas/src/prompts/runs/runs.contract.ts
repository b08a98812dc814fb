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

/** What became of asking a provider. */
const outcome = {
  status: z.enum(runStatuses),
  input: Anything.meta({
    description:
      'The texts that the provider was asked with; null for those who do not read templates and all tasks, employees and users',
  }),
  output: Anything.meta({ description: 'The answer: it fits the output schema of the template' }),
  is_shortened: z.boolean().meta({
    description:
      'Whether texts of the answer are left out, since they may tell of tasks or people that you do not read',
  }),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  input_tokens: z.int().nonnegative().nullable(),
  output_tokens: z.int().nonnegative().nullable(),
  cost: z.string().nullable().meta({ description: 'In the currency of the prices that the operator gave' }),
  latency_ms: z.int().nonnegative().nullable(),
  error: z.string().nullable().meta({ description: 'Why there is no answer, or why the last try failed' }),
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
  record_version: Timestamp.nullable().meta({ description: 'updated_at of the record that was asked about' }),
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
      .meta({ description: 'What to take over; everything that is suggested when left out' }),
    action: z.int().nonnegative().max(1_000).optional().meta({ description: 'Which of the actions, from 0' }),
  })
  .refine(({ fields, action }) => fields === undefined || action === undefined, {
    path: ['action'],
    message: 'Either fields or an action',
  })
  .prefault({});
export type ApplyRun = z.output<typeof ApplyRun>;

export const PreviewTemplate = z.strictObject({
  record_id: Id.meta({ description: 'The task to ask about' }),
});
export type PreviewTemplate = z.output<typeof PreviewTemplate>;

export const Preview = z.object(outcome);
