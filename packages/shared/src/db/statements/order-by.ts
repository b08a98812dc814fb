import { Prisma } from '../generated/client.ts';

const { sql, join } = Prisma;

/** The columns of a name in `sort`: not nullable, or one nullable column, whose nulls come last. */
export type SortKey = Prisma.Sql | readonly Prisma.Sql[] | { nullable: Prisma.Sql };

export interface OrderTerm {
  value: Prisma.Sql;
  isDescending: boolean;
  /** Nulls come last in both directions. */
  isNullable: boolean;
}

/** The order of a list, from the most significant term on. The terms together must be unique. */
export type Order = readonly OrderTerm[];

/** An order by columns that are never null. */
export const ascending = (...columns: Prisma.Sql[]): Order => columns.map((value) => term(value, false));

/** {@link ascending}, with the greatest values first. */
export const descending = (...columns: Prisma.Sql[]): Order => columns.map((value) => term(value, true));

const term = (value: Prisma.Sql, isDescending: boolean, isNullable = false): OrderTerm => ({
  value,
  isDescending,
  isNullable,
});

/**
 * The order for the `sort` of a list; see `SortBy`. The last term is the id, so that pages of rows with equal keys do not
 * overlap. It has the direction of the last sort key.
 */
export function orderBy(sort: string, keys: Readonly<Record<string, SortKey>>, id: Prisma.Sql): Order {
  const names = sort.split(',');
  const terms = names.flatMap((name) => {
    const isDescending = name.startsWith('-');
    const key = keys[isDescending ? name.slice(1) : name];
    if (key === undefined) throw new Error(`Cannot order by ${name}`);
    return directed(key, isDescending);
  });
  return [...terms, term(id, names.at(-1)?.startsWith('-') === true)];
}

function directed(key: SortKey, isDescending: boolean): Order {
  if ('nullable' in key) return [term(key.nullable, isDescending, true)];
  const columns = key instanceof Prisma.Sql ? [key] : key;
  return columns.map((column) => term(column, isDescending));
}

/** The terms of an ORDER BY. */
export function orderClause(order: Order): Prisma.Sql {
  return join(
    order.map(({ value, isDescending, isNullable }) => {
      if (!isDescending) return value;
      return isNullable ? sql`${value} desc nulls last` : sql`${value} desc`;
    }),
  );
}
