import type { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { AnyAnnouncement } from '../consequences/announcement.ts';
import type { Transaction } from '../db/writes/write.ts';

/** The record that a row was written to: a new one, or one that existed. An import counts the latter as unchanged if nothing was written. */
export type ImportedRow = 'created' | 'updated';

/** The column whose value says which record a row is about. */
export interface ImportKey<Row> {
  column: string;
  /** The value of a row, equal for rows about the same record; undefined for a row that is always a new record. */
  of(row: Row): string | undefined;
}

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
  /** A file with two rows of the same key is rejected. */
  key: ImportKey<Row>;
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
