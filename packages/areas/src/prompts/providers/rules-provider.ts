import { findBlockers, historyFields, maxDescription, rulesVersion, triage } from '@wfp/triage-rules';
import type { TaskRequest } from '../context/tasks.store.ts';
import { type Json, type Provider, ProviderFailure, type ProviderRequest } from '../prompt.ts';
import type { RunnableTemplate } from '../templates/cache/runnable-template.ts';

/** Evaluates built-in templates and templates with a constant output in the process, without a model. */
export const rulesProvider: Provider = {
  name: 'rules',
  async call(question) {
    return {
      output: question.settings.output ?? runRules(question),
      provider: 'rules',
      model: question.settings.output ? 'constant' : rulesVersion,
      input_tokens: null,
      output_tokens: null,
    };
  },
};

function runRules({ purpose, context }: ProviderRequest): Json {
  if (purpose === 'triage') return triage(context);
  if (purpose === 'blockers') return findBlockers(context);
  throw new ProviderFailure(
    'permanent',
    'Needs a model: the "rules" provider evaluates only built-in templates and templates with settings.output',
  );
}

/** Returns the parts of a task that the rules, or the condition of the template, read. */
export function taskPartsFor({
  condition,
  is_builtin,
  code,
}: RunnableTemplate): Pick<TaskRequest, 'history' | 'changes' | 'maxDescription'> {
  const readsHistory = is_builtin && code === 'detect-task-blockers';
  return {
    history: readsHistory ? 'latest' : condition ? 'event' : 'none',
    changes: condition ? null : historyFields,
    maxDescription: condition ? null : maxDescription,
  };
}
