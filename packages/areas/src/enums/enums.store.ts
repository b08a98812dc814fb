import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { CreateEnum, ListEnums, PatchEnum } from './enums.contract.ts';

const { sql, empty } = Prisma;

export const enumsTable = recordedTable({
  name: 'enums',
  aggregate: 'enum',
  columns: Prisma.EnumScalarFieldEnum,
  record_name: sql`c.label`,
});

/** A value is part of its enum: whoever may read the one sees the events of the other. */
export const enumValuesTable = recordedTable({
  name: 'enum_values',
  aggregate: 'enum',
  aggregate_id: 'enum_id',
  resource: 'enum_value',
  columns: Prisma.EnumValueScalarFieldEnum,
  record_name: sql`c.label`,
});

export interface EnumRow {
  id: number;
  code: string;
  is_system: boolean;
  is_extensible: boolean;
}

export function findEnums(caller: Caller, query: ListEnums): Promise<Listed<EnumRow>> {
  const { is_system } = query;
  return readPage<EnumRow>(caller, query, {
    columns: wireColumns(enumsTable, 'e'),
    from: sql`enums e`,
    where: sql`e.org_id = ${caller.org_id} and e.deleted_at is null
      ${is_system === undefined ? empty : sql`and e.is_system = ${is_system}`}`,
    orderBy: sql`e.is_system desc, e.code`,
  });
}

export function findEnum(caller: Caller, code: string): Promise<EnumRow | undefined> {
  return readOne<EnumRow>(
    caller,
    sql`select ${wireColumns(enumsTable, 'e')} from enums e
      where e.org_id = ${caller.org_id} and e.code = ${code} and e.deleted_at is null`,
  );
}

/** Takes the lock under which the values of an enum change. */
export async function lockEnum(tx: Transaction, caller: Caller, code: string): Promise<EnumRow | undefined> {
  const [row] = await tx.rows<EnumRow>(
    sql`select e.id, e.code, e.is_system, e.is_extensible from enums e
      where e.org_id = ${caller.org_id} and e.code = ${code} and e.deleted_at is null for update`,
  );
  return row;
}

export function insertEnum(caller: Caller, body: CreateEnum): Change<EnumRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return { table: enumsTable, statement: insertInto(caller, enumsTable, { ...body, ...by }) };
}

export function updateEnum(caller: Caller, code: string, patch: PatchEnum): Change<EnumRow> {
  return {
    table: enumsTable,
    statement: updateRows(caller, enumsTable, { ...patch }, sql`code = ${code} and deleted_at is null`),
  };
}

export function archiveEnum(caller: Caller, id: number): Change<{ id: number }> {
  return {
    table: enumsTable,
    statement: updateRows(
      caller,
      enumsTable,
      { deleted_at: sql`now()` },
      sql`id = ${id} and not is_system and deleted_at is null`,
    ),
    select: sql`c.id`,
  };
}
