import type { Caller, NamedValueLookup } from '@wfp/shared';
import {
  byKey,
  type Change,
  lockOrganization,
  Prisma,
  type RecordedTable,
  readOne,
  readRows,
  recordedTable,
  type Transaction,
} from '@wfp/shared/db';
import type { JsonObject } from '../prompt.ts';
import { builtinTemplates } from './builtin-templates.ts';
import type { TemplateRow } from './templates.contract.ts';

const { sql, raw } = Prisma;

export const templatesTable = recordedTable({
  name: 'prompt_templates',
  aggregate: 'prompt_template',
  columns: Prisma.PromptTemplateScalarFieldEnum,
  // A trigger derives it from the condition.
  unrecorded: ['depends_on_event'],
  record_name: sql`c.code`,
});

/** SQL that is true if only a model can evaluate the template: the rules evaluate built-in ones. */
export const needsModel = (alias: string) =>
  raw(`(${alias}.settings -> 'output' is null
  and (not ${alias}.is_builtin or coalesce(${alias}.settings ->> 'provider', 'rules') <> 'rules'))`);

/** Counts live templates. Holds a lock until the end of the transaction. */
export async function countTemplates(tx: Transaction, caller: Caller): Promise<number> {
  await lockOrganization(tx, caller, 'prompt_template_count');
  const [row] = await tx.rows<{ total: number }>(
    sql`select count(*)::int as total from prompt_templates where org_id = ${caller.org_id} and deleted_at is null`,
  );
  return row?.total ?? 0;
}

/** Counts live templates that are enabled for a hook, apart from one. Locks like {@link countTemplates}. */
export async function countEnabled(
  tx: Transaction,
  caller: Caller,
  hook: string,
  apartFrom: number | null,
): Promise<number> {
  await lockOrganization(tx, caller, 'prompt_template_count');
  const [row] = await tx.rows<{ total: number }>(
    sql`select count(*)::int as total from prompt_templates where org_id = ${caller.org_id} and deleted_at is null
      and is_enabled and hook = ${hook} and id is distinct from ${apartFrom}::int`,
  );
  return row?.total ?? 0;
}

/** Returns the output schema of a live template, without its permissions: for checks before a write. */
export async function findOutputSchema(caller: Caller, id: number): Promise<JsonObject | undefined> {
  const row = await readOne<{ output_schema: JsonObject }>(
    caller,
    sql`select p.output_schema from prompt_templates p
      where p.org_id = ${caller.org_id} and p.id = ${id}::int and p.deleted_at is null`,
  );
  return row?.output_schema;
}

/** The codes of templates, including deleted ones, for filters. */
export const templateCodes: NamedValueLookup = {
  resource: 'prompt_template',
  async findUnknown(caller, codes) {
    const rows = await readRows<{ code: string }>(
      caller,
      byKey(sql`select t.code from prompt_templates t
        where t.org_id = ${caller.org_id} and t.code = any(${[...codes]}::text[])`),
    );
    return codes.filter((code) => !rows.some((row) => row.code === code));
  },
  message: (codes) => `No prompt template has the code ${codes.join(', ')}; see GET /prompt-templates`,
};

export async function lockTemplate(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<TemplateRow | undefined> {
  const [row] = await tx.rows<TemplateRow>(sql`select t.* from prompt_templates t
    where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null for no key update`);
  return row;
}

export function insertBuiltins(caller: Caller, table: RecordedTable): Change<{ id: number }> {
  return {
    table,
    statement: sql`insert into prompt_templates (org_id, code, name, hook, condition, system_text, user_text, output_schema,
        settings, on_error, is_builtin, created_by, updated_by)
      select ${caller.org_id}::int, s.code, s.name, s.hook, s.condition, s.system_text, s.user_text, s.output_schema,
        s.settings, s.on_error, true, ${caller.user_id}::int, ${caller.user_id}::int
      from jsonb_to_recordset(${JSON.stringify(builtinTemplates)}::jsonb) s(code text, name text, hook text, condition jsonb,
        system_text text, user_text text, output_schema jsonb, settings jsonb, on_error prompt_on_error)`,
    select: sql`c.id`,
  };
}
