import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type Caller,
  type Job,
  type LeasedWork,
  LostLease,
  leasedLane,
  type OrganizationRun,
  type Retry,
} from '@wfp/shared';
import { write, writeInTransaction } from '@wfp/shared/db';
import {
  ExportQuotaError,
  type ExportRoom,
  findExportRoom,
  getStorage,
  rejectExportOverQuota,
} from '../../files/index.ts';
import type { ExportProgress } from '../formats/formats.ts';
import {
  exportBacklog,
  findExpiredExports,
  type LeasedExport,
  progressColumns,
  readInSnapshot,
  setStorageKey,
} from '../lane.store.ts';
import { resolveRequester, systemCallerFor } from '../requester.ts';
import { captureScope } from '../row-scope.ts';
import { type ExportKind, findExportKind } from './export-kinds.ts';
import { markAssembled, markExportFailed } from './exports.store.ts';

type ExportWork = LeasedWork<LeasedExport>;

/** Progress of running exports, stored when their lease is renewed. */
const progressByExport = new WeakMap<LeasedExport, ExportProgress>();

/** Assembles the exports of an organization one after the other. */
export const exportLane: Job = leasedLane<LeasedExport>({
  queue: 'exports',
  concurrency: 2,
  emits: ['export.post_export', 'export.failed'],
  backlog: exportBacklog,
  parallel: 1,
  maxRunMs: 1_000,
  renewEveryMs: 1_000,
  maxAttempts: 3,
  leasing: ({ org_id }) => setStorageKey(`org-${org_id}/exports/${randomUUID()}`),
  renewing: (row) => {
    const progress = progressByExport.get(row);
    return progress && progressColumns(progress);
  },
  work: runExport,
  retry: ({ log }, { id, attempts }, error) => {
    log.error({ err: error, export_id: id, attempt: attempts }, 'Export failed');
    return { afterMs: 10_000 };
  },
  giveUp: async (call, row, error) => {
    if (error) call.log.error({ err: error, export_id: row.id, attempt: row.attempts }, 'Export failed');
    await failExport(call, row, error ? 'The file could not be assembled' : 'Interrupted too often');
  },
});

async function runExport(work: ExportWork): Promise<Retry | undefined> {
  const { platform, row, note } = work;
  const storage = getStorage(platform);
  const progress = { rows: 0, total: null };
  progressByExport.set(row, progress);
  try {
    if (row.storage_key_before) await storage.delete(row.storage_key_before);
    const kind = findExportKind(platform, row.resource);
    if (!kind) return await failExport(work, row, `Exports of ${row.resource} are no longer supported`);
    const rejection = await assemble(work, kind, progress);
    if (rejection !== null) return await failExport(work, row, rejection);
    await note(`export ${row.id} of ${row.resource}: ${progress.rows} rows`);
    return undefined;
  } catch (error) {
    if (error instanceof ExportQuotaError) return rejectOrWait(work, error);
    // The export was deleted, or another worker holds it: the file of this attempt will not be used.
    if (error instanceof LostLease || work.signal.reason instanceof LostLease)
      await storage.delete(row.storage_key);
    throw error;
  }
}

/** The time in which the files of expired exports are usually deleted. */
const deletionMs = 5 * 60_000;

/** Fails an export for which there is no room, unless files that are being deleted, or were during assembly, make room. */
async function rejectOrWait(
  work: ExportWork,
  { message, room }: ExportQuotaError,
): Promise<Retry | undefined> {
  const { platform, org_id, row } = work;
  const expired = await findExpiredExports(platform, org_id);
  const since = platform.clock.now().getTime() - deletionMs;
  const isDeleting = expired.some(({ expires_at }) => expires_at.getTime() >= since);
  const caller = systemCallerFor(work, 'exports', []);
  if (isDeleting || (await findExportRoom(caller)).bytes > room) return { afterMs: 1_000, isAttempt: false };
  return failExport(work, row, message);
}

/**
 * Assembles the file and records it.
 *
 * @returns the reason why the requester may not have the file; null on success
 * @throws LostLease
 * @throws ExportQuotaError
 */
async function assemble(
  work: ExportWork,
  kind: ExportKind,
  progress: ExportProgress,
): Promise<string | null> {
  const { platform, row, signal } = work;
  const caller = await resolveEntitledCaller(work, kind);
  if (typeof caller === 'string') return caller;
  const room = await findExportRoom(caller);
  if (room.bytes <= 0) throw room.error;
  const content = await kind.prepare(caller, row);
  const size = await readInSnapshot(caller, (snapshot) => {
    const bytes = Readable.from(limitTo(room, content(snapshot, progress)));
    return getStorage(platform).put(row.storage_key, bytes, 'application/octet-stream', { signal });
  });
  // Assembly may take long, so permissions are checked again.
  const still = await resolveEntitledCaller(work, kind);
  if (typeof still === 'string') return still;
  const file = { rows: progress.rows, size, reach: captureScope(caller, kind.permission) };
  await writeInTransaction(still, async (tx) => {
    const rows = await tx.write(markAssembled(still, row, file), { event: 'export.post_export' });
    if (rows.length === 0) throw new LostLease();
    await rejectExportOverQuota(tx, still, room);
  });
  return null;
}

/** Passes the content on, and throws when it becomes larger than the room. */
async function* limitTo({ bytes, error }: ExportRoom, content: AsyncIterable<string | Buffer>) {
  let size = 0;
  for await (const chunk of content) {
    size += Buffer.byteLength(chunk);
    if (size > bytes) throw error;
    yield chunk;
  }
}

/** The requester with current permissions, or the reason why they may not have the export. */
async function resolveEntitledCaller(work: ExportWork, kind: ExportKind): Promise<Caller | string> {
  const caller = await resolveRequester(work, 'exports', kind.permission, ['export.post_export']);
  return typeof caller === 'string' ? caller : (kind.rejection(caller)?.message ?? caller);
}

/** Records a final failure and deletes the bytes written so far, if possible. */
async function failExport(call: OrganizationRun, row: LeasedExport, reason: string): Promise<undefined> {
  const { platform } = call;
  const caller = systemCallerFor({ ...call, row }, 'exports', ['export.failed']);
  const rows = await write(caller, markExportFailed(caller, row, reason), { event: 'export.failed' });
  if (rows.length === 0) return;
  await getStorage(platform)
    .delete(row.storage_key)
    .catch((error: unknown) =>
      platform.log.warn({ err: error, export_id: row.id }, 'Export file could not be deleted'),
    );
}
