import { type Caller, defineResource, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { exampleTemplate } from './example-template.ts';
import { NeedsModel, templateFields } from './templates.contract.ts';
import { rejectUnusableTemplate, versionedFields } from './templates.policy.ts';
import { countTemplates, needsModel } from './templates.store.ts';
import { validateTemplate } from './validate-template.ts';

/** Limited, because each template may be evaluated for each changed task. */
const maxTemplates = 50;

async function rejectTooManyTemplates(tx: Transaction, caller: Caller, atMost: number): Promise<void> {
  if ((await countTemplates(tx, caller)) > atMost)
    throw invalidField('code', `At most ${maxTemplates} prompt templates are allowed; delete one first`);
}

/** Prompt templates, evaluated when a task is created or changed. Every change of a template is stored as a version. */
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
  computed: { needs_model: { schema: NeedsModel, sql: needsModel } },
  sort: 'code',
  versions: { table: 'prompt_template_versions', key: 'template_id', fields: versionedFields, on: 'change' },
  example: exampleTemplate,
  hooks: {
    validate: validateTemplate,
    beforeWrite: async ({ tx, caller, before, values }) => {
      if (!before) await rejectTooManyTemplates(tx, caller, maxTemplates - 1);
      rejectUnusableTemplate(caller, before, values);
      return undefined;
    },
    afterRestore: async ({ tx, caller }) => rejectTooManyTemplates(tx, caller, maxTemplates),
    beforeArchive: async ({ before }) => {
      if (before.is_builtin)
        throw invalidField('is_builtin', 'Built-in templates cannot be deleted; set is_enabled to false');
    },
  },
});
