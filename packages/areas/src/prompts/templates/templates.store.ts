import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  identifier,
  lockOrganization,
  Prisma,
  type RecordedTable,
  readPage,
  type Transaction,
} from '@wfp/shared/db';
import { builtinTemplates } from './builtin-templates.ts';
import type { ListVersions } from './templates.contract.ts';
import { editable, type TemplateRow } from './templates.policy.ts';

const { sql, join, raw } = Prisma;

const snapshot = join(editable.map((name) => sql`${raw(`'${name}'`)}, t.${identifier(name)}`));

/** How many live templates there are; until the end of the transaction nobody else counts them. */
export async function countTemplates(tx: Transaction, caller: Caller): Promise<number> {
  await lockOrganization(tx, caller, 'prompt_template_count');
  const [row] = await tx.rows<{ total: number }>(
    sql`select count(*)::int as total from prompt_templates where org_id = ${caller.org_id} and deleted_at is null`,
  );
  return row?.total ?? 0;
}

/** Keeps templates as they are now under their version. Part of the write that made it. */
export async function keepVersions(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<void> {
  await tx.executeUnrecorded(sql`insert into prompt_template_versions (org_id, template_id, version, snapshot, changed_by, changed_at)
    select t.org_id, t.id, t.version, jsonb_build_object(${snapshot}), ${caller.user_id}::int, t.updated_at
    from prompt_templates t where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[])`);
}

/** A template as it was from one change to the next. */
interface Version {
  version: number;
  snapshot: Record<string, unknown>;
  changed_by: number | null;
  changed_at: Date;
}

/** Newest first. */
export async function findVersions(
  caller: Caller,
  template_id: number,
  query: ListVersions,
): Promise<Listed<Version>> {
  return readPage<Version>(caller, query, {
    columns: sql`v.version, v.snapshot, v.changed_by, v.changed_at`,
    from: sql`prompt_template_versions v`,
    where: sql`v.org_id = ${caller.org_id} and v.template_id = ${template_id}`,
    orderBy: sql`v.version desc`,
  });
}

/** A live template, locked against any other change until the end. */
export async function lockTemplate(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<TemplateRow | undefined> {
  const [row] = await tx.rows<TemplateRow>(sql`select t.* from prompt_templates t
    where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null for no key update`);
  return row;
}

/** Those that every organization begins with. */
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
