import { findBlockers, rulesVersion, triage } from '@wfp/triage-rules';
import { type Json, type Provider, ProviderFailure, type ProviderRequest } from '../prompt.ts';

/** Evaluates the built-in templates in the process, without a model. */
export const rulesProvider: Provider = {
  name: 'rules',
  async call(question) {
    return {
      output: runRules(question),
      provider: 'rules',
      model: rulesVersion,
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
    'The "rules" provider supports only built-in templates; use a model',
  );
}
