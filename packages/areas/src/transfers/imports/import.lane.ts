import {
  areasOf,
  type Caller,
  type Importable,
  type Job,
  leasedLane,
  type OrganizationRun,
  permitsOf,
  type Work,
} from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { findStored, storageOf } from '../../files/index.ts';
import { actingFor, systemFor } from '../acting.ts';
import { type CsvRow, readCsv, UnreadableFile } from '../formats/read-csv.ts';
import { importBacklog, type LeasedImport, maxTransactionMs } from '../lane.store.ts';
import { columnsOf, conclude, importRows, resultOf, summary } from './import-rows.ts';
import { markImported } from './imports.store.ts';

type ImportWork = Work<LeasedImport>;

/** Executes the imports of an organization, one after the other. */
export const importLane: Job = leasedLane<LeasedImport>({
  queue: 'imports',
  concurrency: 2,
  emits: ['import.completed', 'import.failed'],
  backlog: importBacklog,
  parallel: 1,
  maxRunMs: 1_000,
  renewEveryMs: 1_000,
  maxAttempts: 3,
  work: attempt,
  retry: ({ log }, { id, attempts }, error) => {
    log.error({ err: error, import_id: id, attempt: attempts }, 'An import failed');
    return { afterMs: 10_000 };
  },
  giveUp: async (call, row, error) => {
    if (error) call.log.error({ err: error, import_id: row.id, attempt: row.attempts }, 'An import failed');
    await fail(call, row, error ? 'It could not be done' : 'It was interrupted again and again');
  },
});

const tooSlow = `It took longer than ${maxTransactionMs / 60_000} minutes; send its rows in several files`;

async function attempt(work: ImportWork): Promise<undefined> {
  const { platform, row, note, signal } = work;
  const begun = performance.now();
  const definition = areasOf(platform)
    .flatMap((area) => area.imports ?? [])
    .find((one) => one.resource === row.resource);
  if (!definition) return fail(work, row, `There is no import of ${row.resource} any more`);
  const written = permitsOf(areasOf(platform), definition);
  const emits = [...written, 'import.completed', 'import.failed'];
  const caller = await actingFor(work, 'imports', `${row.resource}:manage`, emits);
  if (typeof caller === 'string') return fail(work, row, caller);
  try {
    await note(`import ${row.id} of ${row.resource}: ${await run(work, caller, definition)}`);
  } catch (error) {
    // Another attempt would take as long.
    if (!signal.aborted && performance.now() - begun >= maxTransactionMs) return fail(work, row, tooSlow);
    throw error;
  }
}

async function run(
  { platform, row, signal }: ImportWork,
  caller: Caller,
  definition: Importable,
): Promise<string> {
  const file = await findStored(caller, row.file_id);
  if (!file) {
    await conclude(caller, row, { status: 'failed', result: null, error: 'The file is not there any more' });
    return 'no file';
  }
  let rows: CsvRow[];
  try {
    rows = await readCsv(await storageOf(platform).get(file.storage_key), columnsOf(definition));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { row: number, field, message } = error;
    const errors = [{ row: number, field, message }];
    await conclude(caller, row, summary(resultOf(0, errors)));
    return 'unreadable';
  }
  const { status, result } = await importRows(caller, definition, row, rows, signal);
  const { created, updated, unchanged } = result ?? resultOf(rows.length);
  return `${status}, ${created} created, ${updated} updated, ${unchanged} unchanged`;
}

async function fail(call: OrganizationRun, row: LeasedImport, reason: string): Promise<undefined> {
  const caller = systemFor({ ...call, row }, 'imports', ['import.failed']);
  const outcome = { status: 'failed', result: null, error: reason } as const;
  await write(caller, markImported(caller, row, outcome), { event: 'import.failed' });
}
