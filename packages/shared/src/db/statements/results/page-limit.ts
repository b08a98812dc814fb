import { type AppError, invalidField } from '../../../errors.ts';
import type { Prisma } from '../../generated/client.ts';

/** Maximum MiB that PostgreSQL sends for the rows of a response: a process holds several responses in memory. */
const maxPageMib = 8;

/** A limit of the rows that a statement returns. */
export interface RowLimit {
  bytes: number;
  /** The error of a statement whose rows have more. */
  error(): AppError;
}

const limits = new WeakMap<Prisma.Sql, RowLimit>();

/**
 * Marks the statement of a page. If its rows have more than 8 MiB, reading it fails with an `invalid` error on the field that
 * determines their number.
 */
export const limitedToPage = (statement: Prisma.Sql, field = 'limit'): Prisma.Sql =>
  limitedTo(statement, field, `Use a smaller ${field}: the rows of this page have`);

/** As {@link limitedToPage}, for a list without pages that is the response of a write. */
export const limitedToList = (statement: Prisma.Sql, field: string): Prisma.Sql =>
  limitedTo(statement, field, 'Shorten their texts: these records have');

function limitedTo(statement: Prisma.Sql, field: string, message: string): Prisma.Sql {
  limits.set(statement, {
    bytes: maxPageMib * 1024 ** 2,
    error: () => invalidField(field, `${message} more than ${maxPageMib} MiB`),
  });
  return statement;
}

/** The limit of a marked statement. */
export const rowLimitOf = (statement: Prisma.Sql): RowLimit | undefined => limits.get(statement);
