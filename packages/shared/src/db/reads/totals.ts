import { maxCounted, type Total } from '../../contract/index.ts';
import { Prisma } from '../generated/client.ts';

const { sql } = Prisma;

/** The page of a list that a request asks for. */
export interface PageRequest {
  limit: number;
  offset: number;
  /** The cursor that the previous page returned as `next`. */
  after?: string | undefined;
  total?: 'exact' | undefined;
  /** Only the rows with these ids, from the primary. */
  ids?: readonly number[] | undefined;
}

/**
 * The number of rows that are counted: one more than {@link maxCounted}, or than the end of the page if that is later,
 * so that a client that pages up to `total` reaches the last row. Null for all rows.
 */
function countLimit({ limit, offset, total }: PageRequest): number | null {
  return total === 'exact' ? null : Math.max(maxCounted, offset + limit) + 1;
}

/** Limits a query to the rows that are counted. */
export function limitCounted(rows: Prisma.Sql, page: PageRequest): Prisma.Sql {
  return sql`${rows} limit ${countLimit(page)}::int8`;
}

/** An expression for the number of rows of a query, at most the limit. */
export function countUpTo(rows: Prisma.Sql, page: PageRequest): Prisma.Sql {
  return sql`(select count(*)::float8 from (${limitCounted(rows, page)}) counted)`;
}

/** Condition: all rows were counted, because there is no limit or fewer rows were found. */
export function isCountComplete(counted: Prisma.Sql, page: PageRequest): Prisma.Sql {
  return sql`coalesce(${counted} < ${countLimit(page)}::int8, true)`;
}

/** The total of a list of which `counted` rows were found. */
export function toTotal(counted: number, page: PageRequest): Total {
  const limit = countLimit(page);
  return { total: counted, total_is_exact: limit === null || counted < limit };
}
