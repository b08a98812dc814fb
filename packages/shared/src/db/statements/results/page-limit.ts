import { type AppError, invalidField } from '../../../errors.ts';
import type { Prisma } from '../../generated/client.ts';

/** Maximum bytes that PostgreSQL sends for the rows of a page: a process holds several pages in memory. */
const maxPageMib = 8;

const limits = new WeakMap<Prisma.Sql, number>();

/** Marks the statement of a page. If its rows have more than 8 MiB, reading it fails with an `invalid` error on `limit`. */
export function limitedToPage(statement: Prisma.Sql): Prisma.Sql {
  limits.set(statement, maxPageMib * 1024 ** 2);
  return statement;
}

/** The maximum bytes of rows of a marked statement; otherwise infinite. */
export const maxBytesOf = (statement: Prisma.Sql): number =>
  limits.get(statement) ?? Number.POSITIVE_INFINITY;

export const pageTooLarge = (): AppError =>
  invalidField('limit', `Use a smaller limit: the rows of this page have more than ${maxPageMib} MiB`);
