import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/**
 * Finds `label` wrong when the organization allows only labels of its catalogue and this is none of them. A task
 * keeps the label it has.
 */
export function unknownLabel(caller: Caller, label: string, task_id?: number): Prisma.Sql {
  return sql`select 'label' as field where exists (
      select from organization_settings s where s.org_id = ${caller.org_id} and s.section = 'features'
        and s."values" -> 'restrict_labels' = 'true')
    and not exists (select from task_labels l where l.org_id = ${caller.org_id} and l.name = ${label} and l.deleted_at is null)
    and not exists (
      select from tasks t where t.org_id = ${caller.org_id} and t.id = ${task_id ?? null}::int and t.label = ${label})`;
}
