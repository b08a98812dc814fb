import type { Caller } from '@wfp/shared';
import {
  type Change,
  Prisma,
  readRows,
  recordedTable,
  settingColumns,
  type Transaction,
} from '@wfp/shared/db';
import type { Section } from './settings.registry.ts';

const { sql, raw } = Prisma;

const valuesOf = (state: 'before' | 'after') =>
  sql`jsonb_each(coalesce(${raw(`c._${state}`)} -> 'values', '{}'))`;

/** Section and key of the setting that a write changed. The start of the grace period changes with `require_mfa`. */
const changedSetting = sql`(select c.section || '.' || min(coalesce(a.key, b.key))
  from ${valuesOf('after')} a full join ${valuesOf('before')} b on b.key = a.key
  where a.value is distinct from b.value and coalesce(a.key, b.key) <> 'mfa_required_since')`;

const settingsTable = recordedTable({
  name: 'organization_settings',
  aggregate: 'organization',
  aggregate_id: 'org_id',
  resource: 'organization_setting',
  record_name: changedSetting,
  columns: Prisma.OrganizationSettingScalarFieldEnum,
});

export interface StoredSection {
  section: Section;
  values: Record<string, unknown>;
}

const storedSections = ({ org_id }: Caller) =>
  sql`select s.section, s.values from organization_settings s where s.org_id = ${org_id}`;

export async function findSettings(caller: Caller): Promise<StoredSection[]> {
  return readRows<StoredSection>(caller, storedSections(caller));
}

export async function findSettingsInTransaction(tx: Transaction, caller: Caller): Promise<StoredSection[]> {
  return tx.rows<StoredSection>(storedSections(caller));
}

/** Merges the value of one setting into a section; null removes it. Writes no row if nothing changes. */
export function mergeSettings(
  caller: Caller,
  section: Section,
  values: Record<string, unknown>,
): Change<StoredSection> {
  const given = JSON.stringify(values);
  return {
    table: settingsTable,
    statement: settingColumns(
      ['values'],
      sql`insert into organization_settings as s (org_id, section, "values", created_by, updated_by)
      select ${caller.org_id}, ${section}, g.set, ${caller.user_id}::int, ${caller.user_id}::int
      from (select jsonb_strip_nulls(${given}::jsonb) as set) g
      where g.set <> '{}' or exists (
        select from organization_settings o where o.org_id = ${caller.org_id} and o.section = ${section})
      on conflict (org_id, section) do update set "values" = jsonb_strip_nulls(s.values || ${given}::jsonb),
        updated_at = greatest(now(), s.updated_at + interval '1 millisecond'), updated_by = excluded.updated_by
      where s.values is distinct from jsonb_strip_nulls(s.values || ${given}::jsonb)`,
    ),
    select: sql`c.section, c.values`,
  };
}
