import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  readOne,
  readPage,
  readRows,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { CreateEnumValue, ListEnumValues, PatchEnumValue } from '../enums.contract.ts';
import { enumValuesTable } from '../enums.store.ts';

const { sql, empty } = Prisma;

export interface EnumValueRow {
  id: number;
  code: string;
  position: number;
  is_active: boolean;
  is_default: boolean;
  is_system: boolean;
  replaced_with: string | null;
  replaced_at: Date | null;
}

const columns = (alias: string) => wireColumns(enumValuesTable, alias, ['replace_asked_by']);

export function findValues(
  caller: Caller,
  enum_id: number,
  query: ListEnumValues,
): Promise<Listed<EnumValueRow>> {
  const { is_active, archived } = query;
  return readPage<EnumValueRow>(caller, query, {
    columns: columns('v'),
    from: sql`enum_values v`,
    where: sql`v.org_id = ${caller.org_id} and v.enum_id = ${enum_id} ${archived ? empty : sql`and v.deleted_at is null`}
      ${is_active === undefined ? empty : sql`and v.is_active = ${is_active}`}`,
    orderBy: sql`v.deleted_at is not null, v.position, v.id`,
  });
}

/** All values that are not archived, in their order. */
export function findLiveValues(caller: Caller, enum_id: number): Promise<EnumValueRow[]> {
  return readRows<EnumValueRow>(caller, liveValues(caller, enum_id));
}

/** The same within a transaction that holds the enum's lock. */
export function liveValuesInside(tx: Transaction, caller: Caller, enum_id: number): Promise<EnumValueRow[]> {
  return tx.rows<EnumValueRow>(liveValues(caller, enum_id));
}

function liveValues(caller: Caller, enum_id: number): Prisma.Sql {
  return sql`select ${columns('v')} from enum_values v
    where v.org_id = ${caller.org_id} and v.enum_id = ${enum_id} and v.deleted_at is null order by v.position, v.id`;
}

export function findValue(caller: Caller, code: string, id: number): Promise<EnumValueRow | undefined> {
  return readOne<EnumValueRow>(
    caller,
    sql`select ${columns('v')} from enum_values v
      join enums e on e.org_id = v.org_id and e.id = v.enum_id and e.code = ${code} and e.deleted_at is null
      where v.org_id = ${caller.org_id} and v.id = ${id} and v.deleted_at is null`,
  );
}

/** A new value at the end. The caller holds the enum's lock. */
export function insertValue(caller: Caller, enum_id: number, body: CreateEnumValue): Change<EnumValueRow> {
  return {
    table: enumValuesTable,
    statement: insertInto(caller, enumValuesTable, {
      ...typed(body),
      enum_id,
      position: sql`(select coalesce(max(v.position) + 1, 0) from enum_values v
        where v.org_id = ${caller.org_id} and v.enum_id = ${enum_id} and v.deleted_at is null)`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: columns('c'),
  };
}

export function updateValue(caller: Caller, id: number, patch: PatchEnumValue): Change<EnumValueRow> {
  return changeValue(caller, id, typed(patch));
}

export function archiveValue(caller: Caller, id: number): Change<EnumValueRow> {
  return changeValue(caller, id, { deleted_at: sql`now()` });
}

/** Asks for all records that have a value to be moved to another; they come to have it one batch after the other. */
export function replaceValue(caller: Caller, value: EnumValueRow, with_code: string): Change<EnumValueRow> {
  return changeValue(caller, value.id, {
    replaced_with: with_code,
    replace_asked_by: caller.user_id,
    replaced_at: sql`null`,
    is_active: value.is_system ? undefined : false,
  });
}

/** Marks a replacement as done, unless it was asked for anew meanwhile with another value. */
export function finishReplacement(caller: Caller, id: number, with_code: string): Change<EnumValueRow> {
  return {
    table: enumValuesTable,
    statement: updateRows(
      caller,
      enumValuesTable,
      { replaced_at: sql`now()` },
      sql`id = ${id} and replaced_with = ${with_code} and replaced_at is null`,
    ),
    select: columns('c'),
  };
}

/** Archives what is left of an enum. */
export function archiveValuesOf(caller: Caller, enum_id: number): Change<{ id: number }> {
  return {
    table: enumValuesTable,
    statement: updateRows(
      caller,
      enumValuesTable,
      { deleted_at: sql`now()` },
      sql`enum_id = ${enum_id} and deleted_at is null`,
    ),
    select: sql`c.id`,
  };
}

/** Takes the mark from the value that is the default. The caller holds the enum's lock. */
export function unsetDefault(caller: Caller, enum_id: number): Change<{ id: number }> {
  return {
    table: enumValuesTable,
    statement: updateRows(
      caller,
      enumValuesTable,
      { is_default: false },
      sql`enum_id = ${enum_id} and is_default and deleted_at is null`,
    ),
    select: sql`c.id`,
  };
}

/** Gives values their places by an order of ids; those that stay where they are stay untouched. */
export function placeValues(caller: Caller, enum_id: number, ids: readonly number[]): Change<{ id: number }> {
  const place = sql`array_position(${[...ids]}::int[], id) - 1`;
  return {
    table: enumValuesTable,
    statement: updateRows(
      caller,
      enumValuesTable,
      { position: place },
      sql`enum_id = ${enum_id} and deleted_at is null and position <> ${place}`,
    ),
    select: sql`c.id`,
  };
}

function changeValue(caller: Caller, id: number, values: ColumnValues): Change<EnumValueRow> {
  return {
    table: enumValuesTable,
    statement: updateRows(caller, enumValuesTable, values, sql`id = ${id} and deleted_at is null`),
    select: columns('c'),
  };
}

function typed({ translations, ...plain }: PatchEnumValue): ColumnValues {
  return {
    ...plain,
    ...(translations ? { translations: sql`${JSON.stringify(translations)}::jsonb` } : {}),
  };
}
