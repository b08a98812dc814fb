import {
  AppError,
  type Caller,
  type FileRow,
  type Importable,
  type ImportedRow,
  type LeasedRow,
  LostLease,
} from '@wfp/shared';
import { messageOf } from '@wfp/shared/contract';
import { type Transaction, write } from '@wfp/shared/db';
import type { z } from 'zod';
import { type LeasedImport, type LongTransaction, writeInLongTransaction } from '../lane.store.ts';
import type { ImportResult, RowError } from './imports.contract.ts';
import { type ImportOutcome, markImported, parentImported } from './imports.store.ts';

const maxErrors = 100;

export function listImportColumns({ row }: Importable): string[] {
  const { shape } = row as z.ZodObject;
  return Object.keys(shape);
}

/** Thrown to roll back a dry run or an import with errors. */
class ImportRolledBack extends Error {
  override readonly name = 'Undone';
}

/** Thrown if the requester has lost the right to import while the import ran. The message is the reason. */
export class RequesterRejected extends Error {
  override readonly name = 'RequesterRejected';
}

/** An import whose file was read. */
export interface ReadImport {
  row: LeasedImport;
  rows: readonly FileRow[];
  /** The columns that the path of the request determined. */
  within: Readonly<Record<string, number>>;
  /** @throws RequesterRejected; LongWorkInterrupted if the requester still may import, but has fewer rights than before */
  requireEntitled: () => Promise<void>;
  signal: AbortSignal;
}

/**
 * Writes all rows and the result of the import in one transaction. A dry run, or an import with an invalid row, is rolled
 * back, and only its result is written. Each row has a savepoint, so that the rows after an invalid one are checked as
 * well.
 *
 * @throws LostLease if another worker has taken the import
 * @throws RequesterRejected if its requester has lost the right to import; nothing is written
 */
export async function importRows(
  caller: Caller,
  definition: Importable,
  work: ReadImport,
): Promise<ImportOutcome> {
  const { row } = work;
  let outcome = toOutcome(createResult(work.rows.length));
  try {
    await writeInLongTransaction(caller, async (tx) => {
      outcome = toOutcome(await writeRows(tx, caller, definition, work));
      // The rows may have taken minutes.
      await work.requireEntitled();
      if (row.dry_run || outcome.status === 'failed') throw new ImportRolledBack();
      const [change, recording] = finishChange(caller, row, outcome);
      const also = parentEvents(definition, row, outcome);
      requireLease(await tx.write(change, { ...recording, also }));
    });
  } catch (error) {
    if (!(error instanceof ImportRolledBack)) throw error;
    await finishImport(caller, row, outcome);
  }
  return outcome;
}

/** Records the result of an import. @throws LostLease */
export async function finishImport(caller: Caller, work: LeasedRow, outcome: ImportOutcome): Promise<void> {
  const [change, recording] = finishChange(caller, work, outcome);
  requireLease(await write(caller, change, recording));
}

function finishChange(caller: Caller, work: LeasedRow, outcome: ImportOutcome) {
  const event = outcome.status === 'succeeded' ? 'import.completed' : 'import.failed';
  return [markImported(caller, work, outcome), { event }] as const;
}

/** The event of the parent of imported rows, unless all rows are unchanged. */
function parentEvents({ parent }: Importable, { parent_id }: LeasedImport, { result }: ImportOutcome) {
  const hasChanged = result !== null && result.created + result.updated > 0;
  return parent?.event && hasChanged ? [parentImported(parent.event, parent_id)] : [];
}

/** @throws LostLease if no row was updated */
function requireLease(marked: readonly object[]): void {
  if (marked.length === 0) throw new LostLease();
}

export const createResult = (rows: number, errors: RowError[] = []): ImportResult => ({
  rows,
  created: 0,
  updated: 0,
  unchanged: 0,
  errors,
});

export function toOutcome(result: ImportResult): ImportOutcome {
  const { errors } = result;
  if (errors.length === 0) return { status: 'succeeded', result, error: null };
  return {
    status: 'failed',
    result: createResult(result.rows, errors),
    error: 'Some rows are invalid; nothing was imported',
  };
}

async function writeRows(
  tx: LongTransaction,
  caller: Caller,
  definition: Importable,
  { rows, within, signal }: ReadImport,
): Promise<ImportResult> {
  const result = createResult(rows.length);
  const numbers = new Map<string, number>();
  for (const row of rows) {
    signal.throwIfAborted();
    const { values, errors } = parseRow(definition, row, numbers);
    result.errors.push(...errors);
    const write = (step: Transaction) => definition.write(step, caller, values, within);
    if (errors.length === 0) await writeRow(tx, write, row.number, result);
    if (result.errors.length >= maxErrors) break;
  }
  return { ...result, errors: result.errors.slice(0, maxErrors) };
}

/** @param numbers row number of the first row with each key */
function parseRow(
  definition: Importable,
  { number: row, cells, error }: FileRow,
  numbers: Map<string, number>,
): { values?: unknown; errors: RowError[] } {
  if (error) return { errors: [{ row, ...error }] };
  const parsed = definition.row.safeParse(cells, { error: messageOf });
  if (!parsed.success) return { errors: parsed.error.issues.map((issue) => toRowError(issue, row)) };
  return { values: parsed.data, errors: findRepeatedKey(definition, numbers, parsed.data, row) };
}

/**
 * Writes one row and counts it: as unchanged if the write recorded nothing. Adds the errors of an invalid row to the
 * result.
 */
async function writeRow(
  tx: LongTransaction,
  write: (step: Transaction) => Promise<ImportedRow>,
  number: number,
  result: ImportResult,
): Promise<void> {
  try {
    const done = await tx.step(write);
    result[done.recorded === 0 ? 'unchanged' : done.result] += 1;
  } catch (error) {
    result.errors.push(...toRowErrors(error, number));
  }
}

/** Reports a row with the same key as an earlier one: without this check, the last one would win. */
function findRepeatedKey(
  { key }: Importable,
  numbers: Map<string, number>,
  values: unknown,
  row: number,
): RowError[] {
  const value = key.of(values);
  if (value === undefined) return [];
  const first = numbers.get(value);
  if (first === undefined) {
    numbers.set(value, row);
    return [];
  }
  return [{ row, field: key.column, message: `Is the same in rows ${first} and ${row}` }];
}

function toRowError(issue: z.core.$ZodIssue, row: number): RowError {
  const field = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0];
  return {
    row,
    field: field === undefined ? null : String(field),
    message: issue.message,
  };
}

/** Errors that another attempt would get too. */
const errorsOfRows: ReadonlySet<string> = new Set(['invalid', 'forbidden', 'not_found']);

/** Converts an error of a service about the row to row errors. @throws any other error */
function toRowErrors(error: unknown, row: number): RowError[] {
  if (!(error instanceof AppError) || !errorsOfRows.has(error.kind)) throw error;
  const { fieldErrors = {}, formErrors = [] } = error.details ?? {};
  const errors = Object.entries(fieldErrors).flatMap(([field, messages]) =>
    messages.map((message) => ({ row, field, message })),
  );
  const others = errors.length + formErrors.length === 0 ? [error.message] : formErrors;
  return [...errors, ...others.map((message) => ({ row, field: null, message }))];
}
