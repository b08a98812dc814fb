import { isDeepStrictEqual } from 'node:util';
import { asCondition, type Caller, findConditionLimitError, invalidField } from '@wfp/shared';
import { unknownVariables } from '../context/render-prompt.ts';
import { findLimitError } from '../evaluation/output.ts';
import type { JsonObject } from '../prompt.ts';
import { findModelError } from '../providers/providers.ts';
import { rejectInvalidOutput, rejectMissingModel } from './constant-output.ts';
import { maxTemplateBytes, preWriteHooks, type TemplateRow, type Values } from './templates.contract.ts';

export const versionedFields = [
  'name',
  'hook',
  'condition',
  'system_text',
  'user_text',
  'output_schema',
  'settings',
  'on_error',
  'is_enabled',
] as const;

/** The fields without a small limit of their own. */
const largeFields = ['system_text', 'user_text', 'condition', 'output_schema', 'settings'] as const;

/** @throws AppError `invalid` on the first field that is not valid */
export function rejectUnusableTemplate(
  { platform }: Caller,
  before: TemplateRow | null,
  values: Values,
): void {
  for (const name of ['system_text', 'user_text'] as const) {
    const unknown = unknownVariables(values[name] ?? '');
    if (unknown.length > 0) throw invalidField(name, `Has unknown variables: ${formatVariables(unknown)}`);
  }
  rejectLargeCondition(before, values);
  rejectLargeSchema(before, values);
  const { provider, model } = values.settings ?? {};
  // Settings that are not sent are not checked again, even if their provider is no longer configured.
  const missing = (provider ?? model) ? findModelError(platform.config, { provider, model }) : null;
  if (missing) throw invalidField('settings', missing);
  const all = { ...before, ...values };
  rejectLargeTemplate(before, values, all);
  rejectInconsistentTemplate(before?.is_builtin === true, all, before);
  rejectInvalidOutput(before?.is_builtin === true, values, all);
  rejectMissingModel(platform.config, before, values, all);
}

/** Accepts the stored condition, which may be larger: it may have been saved before the limits applied. */
function rejectLargeCondition(before: TemplateRow | null, { condition: sent }: Values): void {
  if (!sent || isDeepStrictEqual(sent, before?.condition)) return;
  const error = findConditionLimitError(asCondition(sent));
  if (error) throw invalidField('condition', error);
}

/** Accepts a template that does not grow: it may have been saved before the limit applied. */
function rejectLargeTemplate(before: TemplateRow | null, sent: Values, all: Values): void {
  const bytes = bytesOf(all);
  if (bytes <= maxTemplateBytes || (before && bytes <= bytesOf(before))) return;
  const changed = largeFields.filter((name) => sent[name] !== undefined);
  const [largest] = changed.sort((one, other) => bytesOf(sent, [other]) - bytesOf(sent, [one]));
  throw invalidField(
    largest ?? 'user_text',
    `The template must not exceed ${maxTemplateBytes / 1024} KiB: ${largeFields.join(', ')} together`,
  );
}

function bytesOf(values: Values, fields: readonly (typeof largeFields)[number][] = largeFields): number {
  const lengths = fields.map((name) => Buffer.byteLength(JSON.stringify(values[name] ?? '')));
  return lengths.reduce((sum, one) => sum + one, 0);
}

/** Accepts the stored schema, which may be larger: it may have been saved before the limits applied. */
function rejectLargeSchema(before: TemplateRow | null, { output_schema: sent }: Values): void {
  if (!sent || isDeepStrictEqual(sent, before?.output_schema)) return;
  const error = findLimitError(sent as JsonObject);
  if (error) throw invalidField('output_schema', error);
}

const formatVariables = (names: readonly string[]) =>
  names
    .slice(0, 10)
    .map((name) => `{{${name.slice(0, 50)}}}`)
    .join(', ');

function rejectInconsistentTemplate(isBuiltin: boolean, all: Values, before: TemplateRow | null): void {
  const { hook = '', on_error, output_schema = {} } = all;
  if (isBuiltin && hook !== before?.hook)
    throw invalidField('hook', 'Cannot be changed on a built-in template; create your own');
  const isBefore = hook.includes('.pre_');
  if (!isBefore && on_error === 'reject')
    throw invalidField('on_error', `Must be "continue" unless hook is ${preWriteHookNames}`);
  if (isBefore && !requiresVerdict(output_schema))
    throw invalidField('output_schema', `Must require "verdict" if hook is ${preWriteHookNames}`);
}

const preWriteHookNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(preWriteHooks);

function requiresVerdict({ required, properties }: Record<string, unknown>): boolean {
  const isRequired = Array.isArray(required) && required.includes('verdict');
  return isRequired && typeof properties === 'object' && properties !== null && 'verdict' in properties;
}
