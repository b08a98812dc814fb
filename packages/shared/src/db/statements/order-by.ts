import { Prisma } from '../generated/client.ts';

const { sql, join } = Prisma;

/** The columns of a name in `sort`: not nullable, or one nullable column, whose nulls come last. */
export type SortKey = Prisma.Sql | readonly Prisma.Sql[] | { nullable: Prisma.Sql };

/**
 * The ORDER BY terms for the `sort` of a list; see `SortBy`. The last term is the id, so that pages of rows with equal
 * keys do not overlap. It has the direction of the last sort key, or is always ascending.
 */
export function orderBy(
  sort: string,
  keys: Readonly<Record<string, SortKey>>,
  id: Prisma.Sql,
  idOrder: 'directed' | 'ascending' = 'directed',
): Prisma.Sql {
  const names = sort.split(',');
  const terms = names.flatMap((name) => {
    const isDescending = name.startsWith('-');
    const key = keys[isDescending ? name.slice(1) : name];
    if (key === undefined) throw new Error(`Cannot order by ${name}`);
    return directed(key, isDescending);
  });
  const isReversed = idOrder === 'directed' && names.at(-1)?.startsWith('-') === true;
  return join([...terms, ...directed(id, isReversed)]);
}

function directed(key: SortKey, isDescending: boolean): Prisma.Sql[] {
  if ('nullable' in key) return [isDescending ? sql`${key.nullable} desc nulls last` : key.nullable];
  const columns = key instanceof Prisma.Sql ? [key] : key;
  return columns.map((column) => (isDescending ? sql`${column} desc` : column));
}
