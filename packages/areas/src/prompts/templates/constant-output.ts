import { invalidField } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { findOutputError, findSizeError } from '../evaluation/output.ts';
import type { JsonObject } from '../prompt.ts';
import type { TemplateRow, Values } from './templates.contract.ts';

const maxOutputBytes = 8 * 1024;

const callSettings = ['model', 'temperature', 'max_output_tokens'] as const;

const rulesNeedOutput =
  'Needs a model: the "rules" provider evaluates only built-in templates, and templates with settings.output and a condition';
const noModel =
  'Needs a model, and none is configured (LLM_PROVIDER). Configure one, or set settings.output and a condition to run without a model, or set is_enabled to false';

/**
 * Rejects a template that no provider can evaluate. A template that is enabled already may be changed without its
 * settings, even if its model is no longer configured.
 *
 * @throws AppError `invalid` on `settings.provider`
 */
export function rejectMissingModel(
  config: Config,
  before: TemplateRow | null,
  { settings: sent }: Values,
  all: Values,
): void {
  const { provider, output } = all.settings ?? {};
  if (before?.is_builtin || output) return;
  if (provider === 'rules') throw invalidField('settings.provider', rulesNeedOutput);
  const isChecked = !before?.is_enabled || sent !== undefined;
  if (isChecked && all.is_enabled !== false && (provider ?? config.LLM_PROVIDER) === 'rules')
    throw invalidField('settings.provider', noModel);
}

/** @throws AppError `invalid` if the constant output of a template cannot be the output of its runs */
export function rejectInvalidOutput(
  isBuiltin: boolean,
  { settings: sent, output_schema: sentSchema }: Values,
  { settings = {}, condition, output_schema, hook }: Values,
): void {
  const { provider = 'rules' } = settings;
  const output = settings.output as JsonObject | undefined;
  if (!output) return;
  if (isBuiltin)
    throw invalidField('settings.output', 'Is not allowed in built-in templates; create your own');
  const ignored = callSettings.find((name) => settings[name] !== undefined);
  if (ignored)
    throw invalidField(`settings.${ignored}`, 'Must be omitted with settings.output: no model is called');
  if (provider !== 'rules')
    throw invalidField(
      'settings.provider',
      'Must be "rules" or omitted with settings.output: no model is called',
    );
  if (!condition)
    throw invalidField(
      'condition',
      'Required with settings.output: the output applies to tasks that meet it',
    );
  if (hook?.includes('.pre_') && output.verdict !== 'accept' && output.verdict !== 'reject')
    throw invalidField('settings.output', 'Must have a "verdict" of "accept" or "reject" before a write');
  // Otherwise the schema may not be compiled yet.
  if (!sent && !sentSchema) return;
  const error = findSizeError(output, maxOutputBytes) ?? findOutputError(output_schema as JsonObject, output);
  if (error && sent) throw invalidField('settings.output', `Does not match output_schema: ${error}`);
  if (error) throw invalidField('output_schema', `Does not fit settings.output: ${error}`);
}
