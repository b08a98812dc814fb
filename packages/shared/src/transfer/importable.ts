import type { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { AnyAnnouncement } from '../consequences/announcement.ts';
import type { Transaction } from '../db/writes/write.ts';

/**
 * The outcome of a row: a new record, or an existing one. An import counts the latter as unchanged if nothing was
 * written.
 */
export type ImportedRow = 'created' | 'updated';

/** The column that identifies the record of a row. */
export interface ImportKey<Row> {
  column: string;
  /** The key of a row; undefined if the row is always a new record. */
  of(row: Row): string | undefined;
}

/** Records that can be imported from a CSV file with `<resource>:manage`, all rows in one transaction or none. */
export interface Importable<Row = unknown> {
  resource: string;
  /** The path of its list below `/api`: imports are requested at `<path>/import`. */
  path: string;
  /** A strict object of the file's columns; the input of each is a string. */
  row: z.ZodType<Row>;
  /** A file with two rows of the same key is rejected. */
  key: ImportKey<Row>;
  emits: readonly string[];
  announces?: readonly AnyAnnouncement[];
  /**
   * Writes one row.
   *
   * @throws AppError `invalid` naming the column; reported with the row's number
   */
  write(tx: Transaction, caller: Caller, row: Row): Promise<ImportedRow>;
}

export function importable<Row>(declaration: Importable<Row>): Importable {
  return declaration as unknown as Importable;
}
