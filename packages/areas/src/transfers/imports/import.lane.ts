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
  type Retry,
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
  LongWorkInterrupted,
  largeImportBacklog,
  largeImportQueue,
  maxTransactionMs,
} from '../lane.store.ts';
import { resolveRequester, systemCallerFor } from '../requester.ts';
import { captureScope, stillCovers } from '../row-scope.ts';
import {
  createResult,
  finishImport,
  importRows,
  listImportColumns,
  type ReadImport,
  RequesterRejected,
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

/** Long enough for the change that interrupted the import, and for others that follow at once. */
const afterInterruption: Retry = { afterMs: 1_000, isAttempt: false };

async function runImport(work: ImportWork): Promise<Retry | undefined> {
  const { platform, row, note, signal } = work;
  const begun = performance.now();
  const definition = areasOf(platform)
    .flatMap((area) => area.imports ?? [])
    .find((one) => one.resource === row.resource);
  if (!definition) return failImport(work, row, `Imports of ${row.resource} are no longer supported`);
  const resolve = () => resolveImporter(work, definition);
  const caller = await resolve();
  if (typeof caller === 'string') return failImport(work, row, caller);
  const requireEntitled = async () => {
    const still = await resolve();
    if (typeof still === 'string') throw new RequesterRejected(still);
    if (!hasRightsOf(still, caller))
      throw new LongWorkInterrupted('The requester has fewer rights than before');
  };
  try {
    const outcome = await importFile(work, caller, definition, requireEntitled);
    await note(`import ${row.id} of ${row.resource}: ${outcome}`);
    return undefined;
  } catch (error) {
    if (error instanceof RequesterRejected) return failImport(work, row, error.message);
    if (error instanceof LongWorkInterrupted) {
      await note(`import ${row.id} of ${row.resource}: interrupted, begins again`);
      return afterInterruption;
    }
    // Another attempt would time out as well.
    if (!signal.aborted && performance.now() - begun >= maxTransactionMs)
      return failImport(work, row, timeoutMessage);
    throw error;
  }
}

/** True if a caller has all rights that the same caller had before. */
const hasRightsOf = (caller: Caller, before: Caller): boolean =>
  before.platform.access.permissions
    .filter((permission) => before.rowScopeFor(permission))
    .every((permission) => stillCovers(caller, permission, captureScope(before, permission)));

function resolveImporter(work: ImportWork, definition: Importable): Promise<Caller | string> {
  const written = resolveEmits(areasOf(work.platform), definition);
  const emits = [...written, 'import.completed', 'import.failed'];
  return resolveRequester(work, 'imports', `${work.row.resource}:manage`, emits);
}

async function importFile(
  work: ImportWork,
  caller: Caller,
  definition: Importable,
  requireEntitled: ReadImport['requireEntitled'],
): Promise<string> {
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
  const { status, result } = await importRows(caller, definition, {
    ...{ row, rows, within, requireEntitled, signal },
  });
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
