import {
  AppError,
  areasOf,
  type Caller,
  type FileRow,
  type Importable,
  type Job,
  type LeasedLane,
  type LeasedWork,
  leasedLane,
  type OrganizationRun,
  resolveEmits,
  UnreadableFile,
} from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { findStoredFile, readContent, type StoredFile, UnreadableContentError } from '../../files/index.ts';
import { maxImportBytes, readCsv } from '../formats/read-csv.ts';
import {
  importBacklog,
  importQueue,
  type LeasedImport,
  largeImportBacklog,
  largeImportQueue,
  maxTransactionMs,
} from '../lane.store.ts';
import { resolveRequester, systemCallerFor } from '../requester.ts';
import {
  createResult,
  finishImport,
  importRows,
  listImportColumns,
  type ReadImport,
  toOutcome,
} from './import-rows.ts';
import { markImported } from './imports.store.ts';

type ImportWork = LeasedWork<LeasedImport>;

const common = {
  emits: ['import.completed', 'import.failed'],
  parallel: 1,
  maxRunMs: 1_000,
  renewEveryMs: 1_000,
  maxAttempts: 3,
  work: runImport,
  retry: ({ log }, { id, attempts }, error) => {
    log.error({ err: error, import_id: id, attempt: attempts }, 'Import failed');
    return { afterMs: 10_000 };
  },
  giveUp: async (call, row, error) => {
    if (error) call.log.error({ err: error, import_id: row.id, attempt: row.attempts }, 'Import failed');
    await failImport(call, row, failureReason(error));
  },
} satisfies Partial<LeasedLane<LeasedImport>>;

export const importLane: Job = leasedLane<LeasedImport>({
  ...common,
  queue: importQueue,
  concurrency: 2,
  backlog: importBacklog,
});

/** Runs in the workers of the other lane, with slots of its own: small imports do not wait for large ones to end. */
export const largeImportLane: Job = leasedLane<LeasedImport>({
  ...common,
  queue: largeImportQueue,
  role: importQueue,
  concurrency: 1,
  backlog: largeImportBacklog,
});

/** Few imports run at a time, so a storage that stops sending delays those of other organizations for at most this time. */
const readTimeoutMs = 30_000;

function failureReason(error: unknown): string {
  if (!error) return 'Interrupted too often';
  return error instanceof UnreadableContentError
    ? 'The file could not be read from the storage; try again later'
    : 'The import failed repeatedly';
}

const timeoutMessage = `Took longer than ${maxTransactionMs / 60_000} minutes; split the file`;

async function runImport(work: ImportWork): Promise<undefined> {
  const { platform, row, note, signal } = work;
  const begun = performance.now();
  const definition = areasOf(platform)
    .flatMap((area) => area.imports ?? [])
    .find((one) => one.resource === row.resource);
  if (!definition) return failImport(work, row, `Imports of ${row.resource} are no longer supported`);
  const written = resolveEmits(areasOf(platform), definition);
  const emits = [...written, 'import.completed', 'import.failed'];
  const caller = await resolveRequester(work, 'imports', `${row.resource}:manage`, emits);
  if (typeof caller === 'string') return failImport(work, row, caller);
  try {
    await note(`import ${row.id} of ${row.resource}: ${await importFile(work, caller, definition)}`);
  } catch (error) {
    // Another attempt would time out as well.
    if (!signal.aborted && performance.now() - begun >= maxTransactionMs)
      return failImport(work, row, timeoutMessage);
    throw error;
  }
}

async function importFile(work: ImportWork, caller: Caller, definition: Importable): Promise<string> {
  const { row, signal } = work;
  const reject = (error: string) => finishImport(caller, row, { status: 'failed', result: null, error });
  const file = await findStoredFile(caller, row.file_id);
  if (!file) {
    await reject('The file no longer exists');
    return 'no file';
  }
  let rows: FileRow[];
  let within: ReadImport['within'];
  try {
    within = (await definition.parent?.resolve(caller, Number(row.parent_id))) ?? {};
    rows = await readFile(work, definition, file);
  } catch (error) {
    if (error instanceof AppError && ['not_found', 'forbidden'].includes(error.kind)) {
      await reject(error.message);
      return 'no parent';
    }
    if (!(error instanceof UnreadableFile)) throw error;
    const { row: number, field, message } = error;
    const errors = [{ row: number, field, message }];
    await finishImport(caller, row, toOutcome(createResult(0, errors)));
    return 'unreadable';
  }
  const { status, result } = await importRows(caller, definition, { row, rows, within, signal });
  const { created, updated, unchanged } = result ?? createResult(rows.length);
  return `${status}, ${created} created, ${updated} updated, ${unchanged} unchanged`;
}

/** Reads the file in the format of its media type; CSV if there is none. @throws UnreadableFile */
async function readFile(
  { platform, signal }: ImportWork,
  definition: Importable,
  { size, storage_key, mime }: StoredFile,
): Promise<FileRow[]> {
  if (size > maxImportBytes) throw new UnreadableFile(1, 'The file is larger than 10 MiB');
  const bytes = await readContent(platform, storage_key, { size, timeoutMs: readTimeoutMs, signal });
  const format = definition.formats?.find((one) => one.mime === mime);
  return format ? format.read(bytes) : readCsv(bytes, listImportColumns(definition));
}

async function failImport(call: OrganizationRun, row: LeasedImport, reason: string): Promise<undefined> {
  const caller = systemCallerFor({ ...call, row }, 'imports', ['import.failed']);
  const outcome = { status: 'failed', result: null, error: reason } as const;
  await write(caller, markImported(caller, row, outcome), { event: 'import.failed' });
}
