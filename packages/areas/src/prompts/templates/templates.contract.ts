import { field, type RowFrom, type ValuesFrom } from '@wfp/shared';
import { Line, Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { variableNames } from '../context/prompt-variables.ts';
import { TaskCondition } from './task-condition.ts';

/** Of texts, condition, schema and settings: a page has up to 100 versions, and processes keep templates in memory. */
export const maxTemplateBytes = 64 * 1024;

/** Hooks before a write of one task. `task.pre_export` has no task, so no template can have it. */
export const preWriteHooks = ['task.pre_create', 'task.pre_update', 'task.pre_archive'] as const;

/** The writes for which a template is evaluated: after the write (`post`) or before it (`pre`). */
const hooks = ['task.post_create', 'task.post_update', ...preWriteHooks] as const;

const Hook = z.enum(hooks, {
  error: `Must be a hook of tasks: ${hooks.join(', ')}. Other hooks have no task that a template can be evaluated on`,
});

const Code = z
  .string()
  .max(63)
  .regex(
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
    'Must consist of a-z, 0-9 and single hyphens between them, starting with a letter, such as triage-task',
  );

const PlainObject = z.record(z.string(), z.unknown());

const AnswerSchema = z.looseObject({ type: z.literal('object') }).meta({
  description:
    'JSON Schema of the output, at most 32 KiB: up to 200 subschemas after references are inlined, and 50 branches in anyOf, oneOf and allOf. After 30 different schemas of an organization in a minute, further ones get 429',
});

const Settings = z
  .strictObject({
    provider: Line(50),
    model: Line(200),
    temperature: z.number().min(0).max(2),
    max_output_tokens: z.int().min(1).max(100_000),
    output: PlainObject.meta({
      description:
        'The output of every run whose condition is met: the template then needs no model. Must match output_schema, and requires a condition. At most 8 KiB',
    }),
  })
  .partial()
  .meta({
    description:
      'Provider, model and parameters of the call, or a constant output. The operator configures the available providers and models, and the defaults',
  });

const Text = Prose(20_000).meta({
  description:
    'Text with variables, such as {{record.title}}. Texts, condition, output_schema and settings have at most 64 KiB together',
  'x-variables': variableNames,
});

export const templateFields = {
  code: field(Code, { required: true, writable: 'once', search: true, sort: 'text' }),
  name: field(Line(200), { required: true, search: true, sort: 'text' }),
  hook: field(Hook, { required: true, filter: true, sort: 'value' }),
  condition: field(TaskCondition.nullable(), { shown: PlainObject.nullable(), pgType: 'jsonb' }),
  system_text: field(Text, { required: true }),
  user_text: field(Text, { required: true }),
  output_schema: field(AnswerSchema, { required: true, shown: PlainObject, pgType: 'jsonb' }),
  settings: field(Settings, { pgType: 'jsonb' }),
  on_error: field(
    z.enum(['continue', 'reject']).meta({
      description: 'Before a write: continue or reject the write if there is no verdict',
    }),
    { pgType: 'prompt_on_error' },
  ),
  is_enabled: field(
    z.boolean().meta({
      description: 'Must be false if the template needs a model and none is configured',
      examples: [false],
    }),
    { filter: true },
  ),
  is_builtin: field(z.boolean(), { writable: 'never', filter: true }),
};

export const NeedsModel = z.boolean().meta({
  description:
    'True if runs fail without a configured model: the template is neither built in nor has a constant output, or it selects the provider of a model',
});

type TemplateFields = typeof templateFields;

export type TemplateRow = RowFrom<TemplateFields> & { version: number };
/** Values of a template that were sent. */
export type Values = ValuesFrom<TemplateFields>;
