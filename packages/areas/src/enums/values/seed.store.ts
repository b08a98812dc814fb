import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction } from '@wfp/shared/db';
import { enums, enumValues } from '../enums.resource.ts';
import { defaultLabel, systemEnums } from './system-enums.ts';

const { sql } = Prisma;

/** Creates the enums of the service. Part of a signup. */
export async function seedEnums(tx: Transaction, caller: Caller): Promise<void> {
  await tx.write(insertSystemEnums(caller), { event: 'enum.post_create' });
  await tx.write(insertSystemValues(caller), { event: 'enum.value.created', action: 'create' });
}

function insertSystemEnums(caller: Caller): Change<{ id: number }> {
  const codes = systemEnums.map((one) => one.code);
  const labels = systemEnums.map((one) => one.label);
  const extensible = systemEnums.map((one) => one.is_extensible);
  return {
    table: enums.table,
    statement: sql`insert into enums (org_id, code, label, is_system, is_extensible, created_by, updated_by)
      select ${caller.org_id}::int, s.code, s.label, true, s.is_extensible, ${caller.user_id}::int, ${caller.user_id}::int
      from unnest(${codes}::text[], ${labels}::text[], ${extensible}::bool[]) s(code, label, is_extensible)`,
    select: sql`c.id`,
  };
}

function insertSystemValues(caller: Caller): Change<{ id: number }> {
  const rows = systemEnums.flatMap((one) =>
    one.values.map((code, position) => ({
      of: one.code,
      code,
      label: defaultLabel(one, code),
      position,
      is_default: code === one.default,
    })),
  );
  return {
    table: enumValues.table,
    statement: sql`insert into enum_values (org_id, enum_id, code, label, position, is_default, is_system, created_by, updated_by)
      select e.org_id, e.id, s.code, s.label, s.position, s.is_default, true, ${caller.user_id}::int, ${caller.user_id}::int
      from unnest(${rows.map((row) => row.of)}::text[], ${rows.map((row) => row.code)}::text[],
        ${rows.map((row) => row.label)}::text[], ${rows.map((row) => row.position)}::int[],
        ${rows.map((row) => row.is_default)}::bool[]) s(enum_code, code, label, position, is_default)
      join enums e on e.org_id = ${caller.org_id} and e.code = s.enum_code and e.deleted_at is null`,
    select: sql`c.id`,
  };
}
