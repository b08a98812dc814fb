import { type Caller, notFound } from '@wfp/shared';
import { Prisma, readOne } from '@wfp/shared/db';
import type { JsonObject, ModelSettings } from '../prompt.ts';

const { sql, raw } = Prisma;

/** The fields of a template that an evaluation needs. */
export interface RunnableTemplate {
  id: number;
  code: string;
  is_builtin: boolean;
  condition: JsonObject | null;
  system_text: string;
  user_text: string;
  output_schema: JsonObject;
  settings: ModelSettings;
}

/** A `RunnableTemplate` as JSON, from alias `p`. */
export const runnableColumns = raw(`jsonb_build_object('id', p.id, 'code', p.code, 'is_builtin', p.is_builtin,
  'condition', p.condition, 'system_text', p.system_text, 'user_text', p.user_text, 'output_schema', p.output_schema,
  'settings', p.settings)`);

/** @throws AppError `not_found` */
export async function requireRunnableTemplate(caller: Caller, id: number): Promise<RunnableTemplate> {
  const row = await readOne<{ template: RunnableTemplate }>(
    caller,
    sql`select ${runnableColumns} as template from prompt_templates p
      where p.org_id = ${caller.org_id} and p.id = ${id}::int and p.deleted_at is null`,
  );
  if (!row) throw notFound('Template');
  return row.template;
}
