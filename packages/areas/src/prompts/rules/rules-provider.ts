import { type Json, type Provider, ProviderFailure, type Question } from '../prompt.ts';
import { findBlockers } from './blockers.ts';
import { triage } from './triage.ts';

/** Goes up whenever the rules judge otherwise, so that runs tell by which they were made. */
const rulesVersion = 'rules-1';

/** Judges by what is known of the task and by its words, inside the process. */
export const rulesProvider: Provider = {
  name: 'rules',
  async answer(question) {
    return {
      output: outputFor(question),
      provider: 'rules',
      model: rulesVersion,
      input_tokens: null,
      output_tokens: null,
    };
  },
};

function outputFor({ purpose, context }: Question): Json {
  if (purpose === 'triage') return triage(context);
  if (purpose === 'blockers') return findBlockers(context);
  throw new ProviderFailure(
    'refused',
    'The rules answer the two built-in templates only: this one needs a model',
  );
}
