import { Prisma } from '../../db/index.ts';
import type { Within } from '../rows/hooks.ts';
import { at } from '../rows/row-select.store.ts';
import type { OtherEnd } from './other-end.ts';

const { sql, join, raw } = Prisma;

/** One of two values: the first seen from the record that a row belongs to, or from nowhere, the second from the other. */
function bySide(
  field: string,
  within: Within,
  alias: string,
  own: Prisma.Sql,
  other: Prisma.Sql,
): Prisma.Sql {
  const id = within[field];
  return id === undefined ? own : sql`case when ${at(alias, field)} = ${id} then ${own} else ${other} end`;
}

export const direction = (field: string, within: Within, alias: string) =>
  bySide(field, within, alias, sql`'outgoing'`, sql`'incoming'`);

/** Limits rows to those that relate the record in the path to another one. */
export function relatedTo(
  field: string,
  { field: other }: OtherEnd,
  within: Within,
  alias: string,
): Prisma.Sql {
  const id = within[field];
  return sql`(${at(alias, field)} = ${id} or ${at(alias, other)} = ${id})`;
}

/** The columns that show another value than they have, seen from the record in the path. */
export function shownFrom(
  field: string,
  { field: other, inverse = {} }: OtherEnd,
  within: Within,
  alias: string,
): Readonly<Record<string, Prisma.Sql>> {
  const [own, far] = [at(alias, field), at(alias, other)];
  const inverted = Object.entries(inverse).map(([name, values]) => {
    const column = at(alias, name);
    const cases = Object.entries(values).map(([from, to]) => raw(`when '${from}' then '${to}'`));
    const inverseValue = sql`case ${column}::text ${join(cases, ' ')} end`;
    return [name, bySide(field, within, alias, sql`${column}::text`, inverseValue)] as const;
  });
  return {
    [field]: bySide(field, within, alias, own, far),
    [other]: bySide(field, within, alias, far, own),
    ...Object.fromEntries(inverted),
  };
}
