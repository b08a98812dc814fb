import { type Caller, defineResource, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { exampleTemplate } from './example-template.ts';
import { NeedsModel, templateFields } from './templates.contract.ts';
import { rejectUnusableTemplate, versionedFields } from './templates.policy.ts';
import { countEnabled, countTemplates, needsModel, templatesTable } from './templates.store.ts';
import { validateTemplate } from './validate-template.ts';

/** Limited, because each template may be evaluated for each changed task. */
const maxTemplates = 50;
/** Per hook: before a write, the request waits for all of them; after it, each may get a run. */
const maxEnabledPerHook = 10;

async function rejectTooManyTemplates(tx: Transaction, caller: Caller, atMost: number): Promise<void> {
  if ((await countTemplates(tx, caller)) > atMost)
    throw invalidField('code', `At most ${maxTemplates} prompt templates are allowed; delete one first`);
}

async function rejectTooManyEnabled(
  tx: Transaction,
  caller: Caller,
  { id = null, hook = '', is_enabled = true }: { id?: number | null; hook?: string; is_enabled?: boolean },
): Promise<void> {
  if (!is_enabled) return;
  if ((await countEnabled(tx, caller, hook, id)) >= maxEnabledPerHook)
    throw invalidField(
      'is_enabled',
      `At most ${maxEnabledPerHook} templates may be enabled for ${hook}; disable one first`,
    );
}

/** Prompt templates, evaluated when a task is created or changed. Every change of a template is stored as a version. */
export const templates = defineResource({
  code: 'prompt_template',
  noun: ['prompt template', 'prompt templates'],
  label: 'Prompt templates',
  path: '/prompt-templates',
  table: templatesTable,
  recordName: 'code',
  builtin: { owner: 'M', admin: 'M', manager: 'R', auditor: 'R' },
  fields: templateFields,
  computed: { needs_model: { schema: NeedsModel, sql: needsModel } },
  sort: 'code',
  when: { archive: [{ is_builtin: [false] }] },
  versions: { table: 'prompt_template_versions', key: 'template_id', fields: versionedFields, on: 'change' },
  example: exampleTemplate,
  hooks: {
    validate: validateTemplate,
    beforeWrite: async ({ tx, caller, before, values }) => {
      if (!before) await rejectTooManyTemplates(tx, caller, maxTemplates - 1);
      rejectUnusableTemplate(caller, before, values);
      const hook = values.hook ?? before?.hook;
      if (!before?.is_enabled || hook !== before.hook)
        await rejectTooManyEnabled(tx, caller, { ...before, ...values });
      return undefined;
    },
    afterRestore: async ({ tx, caller, row }) => {
      await rejectTooManyTemplates(tx, caller, maxTemplates);
      await rejectTooManyEnabled(tx, caller, row);
    },
    beforeArchive: async ({ before }) => {
      if (before.is_builtin)
        throw invalidField('is_builtin', 'Built-in templates cannot be deleted; set is_enabled to false');
    },
  },
});
