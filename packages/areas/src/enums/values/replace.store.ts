import type { Caller } from '@wfp/shared';
import { type Change, Prisma, updateRows } from '@wfp/shared/db';
import { enumValues } from '../enums.resource.ts';
import type { LiveValue } from './values.store.ts';

const { sql } = Prisma;

export function requestReplacement(
  caller: Caller,
  value: Pick<LiveValue, 'id' | 'is_system'>,
  with_code: string,
): Change<{ id: number }> {
  const { table } = enumValues;
  const values = {
    replaced_with: with_code,
    replace_asked_by: caller.user_id,
    replaced_at: sql`null`,
    is_active: value.is_system ? undefined : false,
  };
  const where = sql`id = ${value.id} and deleted_at is null`;
  return { table, statement: updateRows(caller, table, values, where), select: sql`c.id` };
}

/** Marks a replacement as finished, unless another one was requested since. */
export function finishReplacement(caller: Caller, id: number, with_code: string): Change<{ id: number }> {
  const { table } = enumValues;
  const where = sql`id = ${id} and replaced_with = ${with_code} and replaced_at is null`;
  return {
    table,
    statement: updateRows(caller, table, { replaced_at: sql`now()` }, where),
    select: sql`c.id`,
  };
}
