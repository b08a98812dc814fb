import { defineResource, invalidField } from '@wfp/shared';
import { templateFields } from './templates.contract.ts';
import { refuseUnusable, versionWith } from './templates.policy.ts';
import { keepVersions } from './templates.store.ts';

/** What providers are asked when something happens to a record. Every change is a version that is kept. */
export const templates = defineResource({
  code: 'prompt_template',
  noun: ['prompt template', 'prompt templates'],
  label: 'Prompt templates',
  path: '/prompt-templates',
  model: 'PromptTemplate',
  table: 'prompt_templates',
  recordName: 'code',
  builtin: { owner: 'M', admin: 'M', manager: 'R', auditor: 'R' },
  fields: templateFields,
  sort: 'code',
  hooks: {
    beforeWrite: async ({ caller, before, values }) => {
      refuseUnusable(caller, before, values);
      return before ? { version: versionWith(before, values) } : undefined;
    },
    afterWrite: async ({ tx, caller, before, row }) => {
      if (row.version !== before?.version) await keepVersions(tx, caller, [row.id]);
    },
    beforeArchive: async ({ before }) => {
      if (before.is_builtin)
        throw invalidField('is_builtin', 'A built-in template is switched off with is_enabled, not deleted');
    },
  },
});
