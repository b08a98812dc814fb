import { invalidField } from '../../../errors.ts';
import type { Prisma } from '../../generated/client.ts';
import { ResultTooLargeError } from './limited-query.ts';

/** Maximum bytes that PostgreSQL sends for the rows of a page: a process holds several pages in memory. */
const maxPageMib = 8;

const limits = new WeakMap<Prisma.Sql, number>();

/** Marks the statement of a page: reading it fails if its rows have more than 8 MiB. */
export function limitedToPage(statement: Prisma.Sql): Prisma.Sql {
  limits.set(statement, maxPageMib * 1024 ** 2);
  return statement;
}

/** The maximum bytes of rows of a marked statement; otherwise infinite. */
export const maxBytesOf = (statement: Prisma.Sql): number =>
  limits.get(statement) ?? Number.POSITIVE_INFINITY;

/** Translates the error of a marked statement. @throws AppError `invalid` on `limit` */
export function translateTooLarge<Result>(reading: Promise<Result>): Promise<Result> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof ResultTooLargeError)) throw error;
    throw invalidField(
      'limit',
      `Use a smaller limit: the rows of this page have more than ${maxPageMib} MiB`,
    );
  });
}
