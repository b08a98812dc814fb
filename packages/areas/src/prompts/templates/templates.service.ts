import { type Call, type Caller, invalidField, notFound, type Proposal, proposeUpdate } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { builtinTemplates } from './builtin-templates.ts';
import type { TemplateRow } from './templates.contract.ts';
import { templates } from './templates.resource.ts';
import { insertBuiltins, lockTemplate } from './templates.store.ts';

type ById = Call<{ id: number }, unknown, unknown>;

/** Resets a built-in template to its default content. Does not change is_enabled. */
export async function resetTemplate({ caller, params }: ById): Promise<TemplateRow> {
  return writeInTransaction(caller, async (tx) => {
    const before = await lockTemplate(tx, caller, params.id);
    if (!before) throw notFound('Prompt template');
    const content = findDefaultContent(before);
    if (!content) throw invalidField('is_builtin', 'Only built-in templates can be reset');
    const version = templates.versions.next(before, content);
    const change = templates.change(caller, before.id, { ...content, version });
    const [row] = await tx.write(change, { event: 'prompt_template.post_update', action: 'reset' });
    if (!row) throw notFound('Prompt template');
    if (row.version !== before.version) await templates.versions.store(tx, caller, [row.id]);
    return row;
  });
}

export async function proposeReset({ caller, params }: ById): Promise<Proposal[]> {
  const before = await templates.find(caller, params.id, 'update');
  const content = before && findDefaultContent(before);
  return content ? proposeUpdate(caller, templates.change(caller, before.id, content), content) : [];
}

function findDefaultContent({ is_builtin, code }: Pick<TemplateRow, 'is_builtin' | 'code'>) {
  const builtin = is_builtin ? builtinTemplates.find((one) => one.code === code) : undefined;
  if (!builtin) return undefined;
  const { code: _, purpose: __, hook: ___, ...content } = builtin;
  return content;
}

export async function seedTemplates(tx: Transaction, caller: Caller): Promise<void> {
  const made = await tx.write(insertBuiltins(caller, templates.table), {
    event: 'prompt_template.post_create',
  });
  await templates.versions.store(
    tx,
    caller,
    made.map((one) => one.id),
  );
}
