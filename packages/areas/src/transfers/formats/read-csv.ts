import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FileRow, maxImportRows, UnreadableFile } from '@wfp/shared';
import { CsvError, parse } from 'csv-parse';
import { unescapeFormula } from './cells.ts';

export const maxImportBytes = 10 * 1024 * 1024;
const maxRecordBytes = 256 * 1024;
/** The worker parses this much without a pause. */
export const sliceBytes = 32 * 1024;

/**
 * Reads CSV (RFC 4180, UTF-8 with or without BOM): a header, then rows with the same number of cells. Parses slices with
 * turns of the event loop between them, and stops at the first cell or row that is not permitted.
 *
 * @param known allowed columns; the file may omit some
 * @throws UnreadableFile
 */
export async function readCsv(bytes: Buffer, known: readonly string[]): Promise<FileRow[]> {
  rejectUnreadable(bytes);
  const header: string[] = [];
  const rows: FileRow[] = [];
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
    // The parser does not count empty cells, so they are limited here, before a record is complete.
    cast: (cell, { records, index, lines }) => {
      if (records === 0) header.push(parseName(cell, header, known));
      else if (index >= header.length) throw tooManyCells(records + 1, header.length, lines);
      return cell;
    },
    on_record: (record: string[], { records: number }) => {
      if (number > 1) rows.push({ number, cells: toCells(header, record) });
      if (rows.length > maxImportRows) throw new UnreadableFile(number, `More than ${maxImportRows} rows`);
      return null;
    },
  });
  try {
    await pipeline(inSlices(bytes), parser);
  } catch (error) {
    if (error instanceof CsvError)
      throw new UnreadableFile(Number(error.records ?? 0) + 1, withoutValue(error.message));
    throw error;
  }
  if (header.length === 0) throw new UnreadableFile(1, 'The file is empty; a header is required');
  return rows;
}

/** The parser quotes the cell, which may have 256 KiB. */
const withoutValue = (message: string): string => message.replace(/,? value is .*$/s, '');

async function* inSlices(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
    await nextTurn();
  }
}

function rejectUnreadable(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new UnreadableFile(1, 'The file must be UTF-8');
  // PostgreSQL cannot store NUL characters.
  if (bytes.includes(0)) throw new UnreadableFile(1, 'The file must not contain NUL characters');
}

function parseName(cell: string, before: readonly string[], known: readonly string[]): string {
  const name = cell.trim().toLowerCase();
  if (!known.includes(name)) throw new UnreadableFile(1, `Must be one of: ${known.join(', ')}`, name);
  if (before.includes(name)) throw new UnreadableFile(1, 'Must not occur more than once', name);
  return name;
}

function tooManyCells(row: number, max: number, line: number): UnreadableFile {
  return new UnreadableFile(row, `Invalid Record Length: expect ${max}, got more on line ${line}`);
}

function toCells(header: readonly string[], record: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, index) => [name, unescapeFormula(record[index] ?? '')]));
}
