import type { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { AnyAnnouncement } from '../consequences/announcement.ts';
import type { RecordedTable } from '../db/writes/recorded/recorded-table.ts';
import type { Transaction } from '../db/writes/write.ts';
import type { ImportFormat } from './import-format.ts';

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

/** Column values that the path of a request determines, such as the id of the parent. */
type PathColumns = Readonly<Record<string, number>>;

/** The record below which rows are imported. */
export interface ImportParent {
  /**
   * Returns the column values of the rows below a parent that the caller may change.
   *
   * @throws AppError `not_found` or `forbidden`
   */
  resolve(caller: Caller, id: number): Promise<PathColumns>;
  /** The event of the parent that an import writes if it creates or updates rows. */
  event?: { type: string; table: RecordedTable } | undefined;
}

/** Records that can be imported from a file with `<resource>:manage`, all rows in one transaction or none. */
export interface Importable<Row = unknown> {
  resource: string;
  /** Imports are requested at `<path>/import`. The path of the list below `/api`, or that of the parent with `:id`. */
  path: string;
  parent?: ImportParent;
  /** A strict object of the file's columns; the input of each is a string. */
  row: z.ZodType<Row>;
  /** A file with two rows of the same key is rejected. */
  key: ImportKey<Row>;
  /** Formats in addition to CSV. */
  formats?: readonly ImportFormat[];
  emits: readonly string[];
  announces?: readonly AnyAnnouncement[];
  /**
   * Writes one row.
   *
   * @throws AppError `invalid` naming the column; reported with the row's number
   */
  write(tx: Transaction, caller: Caller, row: Row, within: PathColumns): Promise<ImportedRow>;
}

export function importable<Row>(declaration: Importable<Row>): Importable {
  return declaration as unknown as Importable;
}
