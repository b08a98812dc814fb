import { AppError, notFound } from '../errors.ts';
import type { Right } from './rights.ts';

/** A record that an act needs a right on. */
export interface RowToRequire<Row> {
  /** Finds it where the caller has the right on it. */
  find(right: Right): Promise<Row | undefined>;
  /** The right that the act needs. */
  right: Right;
  /** What it is called in messages: `Team`. */
  noun: string;
  /** The resource of the right: `team`. */
  resource: string;
}

/**
 * Returns a record for which the caller has a right.
 *
 * @throws AppError `not_found` where the caller may not read it, `forbidden` where they may read it and not do this
 */
export async function requireRow<Row>({ find, right, noun, resource }: RowToRequire<Row>): Promise<Row> {
  const row = await find(right);
  if (row) return row;
  throw await refusalOf({ find, right, noun, resource });
}

/** The error for a record on which the caller has not the right: the second half of {@link requireRow}. */
export async function refusalOf<Row>({ find, right, noun, resource }: RowToRequire<Row>): Promise<AppError> {
  if (right === 'read' || !(await find('read'))) return notFound(noun);
  return new AppError('forbidden', `Requires ${resource}:${right} on this ${noun.toLowerCase()}`);
}
