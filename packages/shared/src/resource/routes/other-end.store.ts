import { Prisma } from '../../db/index.ts';
import type { FixedColumns } from '../rows/hooks/hooks.ts';
import { columnOn } from '../rows/row-select.store.ts';
import type { OtherEnd } from './other-end.ts';

const { sql, join, raw } = Prisma;

/**
 * An expression: `own` if the row is read from the record that it belongs to, or without a path; `other` if the row is
 * read from the other record.
 */
function valueBySide(
  field: string,
  within: FixedColumns,
  alias: string,
  own: Prisma.Sql,
  other: Prisma.Sql,
): Prisma.Sql {
  const id = within[field];
  return id === undefined
    ? own
    : sql`case when ${columnOn(alias, field)} = ${id} then ${own} else ${other} end`;
}

export const directionColumn = (field: string, within: FixedColumns, alias: string) =>
  valueBySide(field, within, alias, sql`'outgoing'`, sql`'incoming'`);

/** Matches rows that relate the record in the path, on either side. */
export function relatesRecord(
  field: string,
  { field: other }: OtherEnd,
  within: FixedColumns,
  alias: string,
): Prisma.Sql {
  const id = within[field];
  return sql`(${columnOn(alias, field)} = ${id} or ${columnOn(alias, other)} = ${id})`;
}

/** Returns the columns whose values depend on the record in the path. */
export function columnsSeenFrom(
  field: string,
  { field: other, inverse = {} }: OtherEnd,
  within: FixedColumns,
  alias: string,
): Readonly<Record<string, Prisma.Sql>> {
  const [own, far] = [columnOn(alias, field), columnOn(alias, other)];
  const inverted = Object.entries(inverse).map(([name, values]) => {
    const column = columnOn(alias, name);
    const cases = Object.entries(values).map(([from, to]) => raw(`when '${from}' then '${to}'`));
    const inverseValue = sql`case ${column}::text ${join(cases, ' ')} end`;
    return [name, valueBySide(field, within, alias, sql`${column}::text`, inverseValue)] as const;
  });
  return {
    [field]: valueBySide(field, within, alias, own, far),
    [other]: valueBySide(field, within, alias, far, own),
    ...Object.fromEntries(inverted),
  };
}
