import type { Caller } from '@wfp/shared';
import { type Change, Prisma, readRows, recordedTable, type Transaction } from '@wfp/shared/db';
import type { Section } from './settings.registry.ts';

const { sql } = Prisma;

const settingsTable = recordedTable({
  name: 'organization_settings',
  aggregate: 'organization',
  aggregate_id: 'org_id',
  resource: 'organization_setting',
  columns: Prisma.OrganizationSettingScalarFieldEnum,
});

interface StoredSection {
  section: Section;
  values: Record<string, unknown>;
}

/** What was set, by section. */
export async function findSettings(caller: Caller): Promise<StoredSection[]> {
  return readRows<StoredSection>(
    caller,
    sql`select s.section, s.values from organization_settings s where s.org_id = ${caller.org_id}`,
  );
}

/** Lays values over those of a section; a null takes one away. */
export function mergeSettings(
  caller: Caller,
  section: Section,
  values: Record<string, unknown>,
): Change<StoredSection> {
  const given = JSON.stringify(values);
  return {
    table: settingsTable,
    statement: sql`
      insert into organization_settings as s (org_id, section, "values", created_by, updated_by)
      values (${caller.org_id}, ${section}, jsonb_strip_nulls(${given}::jsonb), ${caller.user_id}, ${caller.user_id})
      on conflict (org_id, section) do update set "values" = jsonb_strip_nulls(s.values || ${given}::jsonb),
        updated_at = greatest(now(), s.updated_at + interval '1 millisecond'), updated_by = excluded.updated_by`,
    select: sql`c.section, c.values`,
  };
}

/** Holds the sign-ins under way to a lifetime. A longer one, or none, is for those to come. */
export async function limitSessions(tx: Transaction, caller: Caller, hours: number | null): Promise<void> {
  if (hours === null) return;
  await tx.executeUnrecorded(
    sql`update sessions set expires_at = created_at + ${hours}::float8 * interval '1 hour'
      where org_id = ${caller.org_id} and ended_at is null
        and (expires_at is null or expires_at > created_at + ${hours}::float8 * interval '1 hour')`,
  );
}

/** When the session of a call began. */
export async function sessionBegan(
  tx: Transaction,
  caller: Caller,
  session_id: number,
): Promise<Date | undefined> {
  const [row] = await tx.rows<{ created_at: Date }>(
    sql`select created_at from sessions where org_id = ${caller.org_id} and id = ${session_id}`,
  );
  return row?.created_at;
}
