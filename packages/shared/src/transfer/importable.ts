import type { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { AnyAnnouncement } from '../consequences/announcement.ts';
import type { Transaction } from '../db/writes/write.ts';

/** What became of a row. */
export type ImportedRow = 'created' | 'updated';

/**
 * Records that can be imported from a CSV file: asked for with `<resource>:manage`, all rows in one
 * transaction or none.
 */
export interface Importable<Row = unknown> {
  resource: string;
  /** Where its list is, below `/api`: imports are asked for at `<path>/import`. */
  path: string;
  /** A row of the file: a strict object of its columns, each a string, or missing where the file has no such column. */
  row: z.ZodType<Row>;
  /** The events that rows write. */
  emits: readonly string[];
  /** Announcements that rows make. */
  announces?: readonly AnyAnnouncement[];
  /**
   * Writes one row.
   *
   * @throws AppError `invalid` naming the column, which is reported with the row's number
   */
  write(tx: Transaction, caller: Caller, row: Row): Promise<ImportedRow>;
}

/** Declares an importable list. */
export function importable<Row>(declaration: Importable<Row>): Importable {
  return declaration as unknown as Importable;
}
