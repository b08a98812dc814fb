import { z } from 'zod';

/**
 * Rows that relate two records of the parent's kind, such as a task that blocks another. A row belongs to the record
 * in the parent's column and is available below both records. Read from the other record, the two columns are
 * swapped, `direction` is `incoming`, and some values are inverted. To change, archive or restore a row, the caller
 * needs `read` on the record in the path; `restrictions` of the declaration define what they need on the record that
 * the row belongs to.
 */
export interface OtherEnd {
  field: string;
  /** By field: the inverse of each stored value, returned below the other record. */
  inverse?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const Direction = z
  .enum(['outgoing', 'incoming'])
  .meta({ description: 'incoming: the relation belongs to the other record' });

/** The column added to rows. */
export type EndColumns<P> = P extends { otherEnd: OtherEnd }
  ? { direction: z.output<typeof Direction> }
  : unknown;
