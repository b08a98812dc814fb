import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { unescapeFormula } from './cells.ts';

export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportRows = 10_000;
const maxRecordBytes = 256 * 1024;

export interface CsvRow {
  /** Row number: the header is row 1, and empty lines are not counted. */
  number: number;
  cells: Record<string, string>;
}

/** The file cannot be imported: it is too large, is not UTF-8 or valid CSV, or its header is invalid. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly row: number;
  readonly field: string | null;

  constructor(row: number, message: string, field: string | null = null) {
    super(message);
    this.row = row;
    this.field = field;
  }
}

/**
 * Reads CSV (RFC 4180, UTF-8 with or without BOM): a header, then rows with the same number of cells.
 *
 * @param known allowed columns; the file may omit some
 * @throws UnreadableFile
 */
export async function readCsv(bytes: Buffer, known: readonly string[]): Promise<CsvRow[]> {
  rejectUnreadable(bytes);
  const records = Readable.from([bytes]).pipe(
    parse({ bom: true, skip_empty_lines: true, max_record_size: maxRecordBytes }),
  );
  const rows: CsvRow[] = [];
  let header: string[] | null = null;
  let number = 0;
  try {
    for await (const record of records as AsyncIterable<string[]>) {
      number += 1;
      if (header) rows.push({ number, cells: toCells(header, record) });
      else header = parseHeader(record, known);
      if (rows.length > maxImportRows) throw new UnreadableFile(number, `More than ${maxImportRows} rows`);
    }
  } catch (error) {
    if (error instanceof CsvError) {
      // The parser is ahead of the records read so far.
      throw new UnreadableFile(Number(error.records ?? number) + 1, error.message);
    }
    throw error;
  }
  if (!header) throw new UnreadableFile(1, 'The file is empty; a header is required');
  return rows;
}

function rejectUnreadable(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new UnreadableFile(1, 'The file must be UTF-8');
  // PostgreSQL cannot store NUL characters.
  if (bytes.includes(0)) throw new UnreadableFile(1, 'The file must not contain NUL characters');
}

function parseHeader(record: readonly string[], known: readonly string[]): string[] {
  const names = record.map((name) => name.trim().toLowerCase());
  for (const name of names) {
    if (!known.includes(name)) throw new UnreadableFile(1, `Must be one of: ${known.join(', ')}`, name);
    if (names.indexOf(name) !== names.lastIndexOf(name)) {
      throw new UnreadableFile(1, 'Must not occur more than once', name);
    }
  }
  return names;
}

function toCells(header: readonly string[], record: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, index) => [name, unescapeFormula(record[index] ?? '')]));
}
