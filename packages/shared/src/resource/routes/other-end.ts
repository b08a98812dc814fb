import { z } from 'zod';

/**
 * Rows that relate two records of the parent's kind: one task blocks another. A row belongs to the record in the parent's
 * column. Paths below either record name it and show it from that side: `direction`, the two columns, and the inverse of
 * some values. To change, archive or restore it from either side, the caller needs `read` on the record in the path;
 * `restrictions` of the declaration say what they need on the record that the row belongs to.
 */
export interface OtherEnd {
  /** The column of the other record. */
  field: string;
  /** Fields with another value seen from the other record: by field, the value for each stored one. */
  inverse?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const Direction = z
  .enum(['outgoing', 'incoming'])
  .meta({ description: 'incoming: the row belongs to the other record' });

/** The columns that it adds to rows. */
export type EndColumns<P> = P extends { otherEnd: OtherEnd }
  ? { direction: z.output<typeof Direction> }
  : unknown;
