import type { Transaction } from '../db/index.ts';
import { invalidField } from '../errors.ts';
import type { Announcement } from './announcement.ts';

/** The payload of the announcement that a record is about to be deleted. */
export interface Deletion {
  id: number;
  /** Reports rows that refer to the record, which prevent the deletion. */
  report(count: number, one: string, many: string): void;
}

/**
 * Rejects the deletion of a locked record to which rows of other areas refer. The lock must prevent new references.
 *
 * @throws AppError `invalid` with the number of rows
 */
export async function rejectDependents(
  tx: Pick<Transaction, 'announce'>,
  deleting: Announcement<Deletion>,
  id: number,
): Promise<void> {
  const held: string[] = [];
  const report = (count: number, one: string, many: string) => {
    if (count > 0) held.push(`${count} ${count === 1 ? one : many}`);
  };
  await tx.announce(deleting, { id, report });
  if (held.length > 0) throw invalidField('id', `Still has ${held.join(', ')}`);
}
