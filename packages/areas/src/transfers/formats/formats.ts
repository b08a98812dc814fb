import type { ExportFormat } from '../exports/exports.contract.ts';
import { csvLines } from './cells.ts';

type Row = Record<string, unknown>;

interface Format {
  begin: string;
  batch(rows: readonly Row[], isFirst: boolean): string;
  end: string;
}

/** `bigint` values are written as JSON numbers, as in API responses. */
const json = (row: Row, columns: readonly string[]) =>
  JSON.stringify(
    Object.fromEntries(
      columns.map((name) => [name, typeof row[name] === 'bigint' ? Number(row[name]) : row[name]]),
    ),
  );

const formats: Record<ExportFormat, (columns: readonly string[]) => Format> = {
  csv: (columns) => ({
    begin: csvLines([[...columns]]),
    batch: (rows) => csvLines(rows.map((row) => columns.map((name) => row[name]))),
    end: '',
  }),
  json: (columns) => ({
    begin: '[\n',
    batch: (rows, isFirst) => `${isFirst ? '' : ',\n'}${rows.map((row) => json(row, columns)).join(',\n')}`,
    end: '\n]\n',
  }),
  ndjson: (columns) => ({
    begin: '',
    batch: (rows) => rows.map((row) => `${json(row, columns)}\n`).join(''),
    end: '',
  }),
};

/** Formats batches of rows lazily: the next batch is read when the previous one was consumed. */
export async function* formatRows(
  format: ExportFormat,
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void> {
  const { begin, batch, end } = formats[format](columns);
  if (begin !== '') yield begin;
  let isFirst = true;
  for await (const rows of batches) {
    yield batch(rows, isFirst);
    isFirst = false;
  }
  if (end !== '') yield end;
}

export interface ExportProgress {
  rows: number;
  total: number | null;
}

/** Passes batches through and adds the rows of each one to the tallies after it was consumed. */
export async function* countRows<Row>(
  batches: AsyncIterable<Row[]>,
  ...tallies: { rows: number }[]
): AsyncGenerator<Row[], void> {
  for await (const batch of batches) {
    yield batch;
    for (const tally of tallies) tally.rows += batch.length;
  }
}
