import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  areasOf,
  type Caller,
  type Exportable,
  type Job,
  type LaneRun,
  lane,
  type Platform,
} from '@wfp/shared';
import { readInSnapshot, write } from '@wfp/shared/db';
import { z } from 'zod';
import { storageOf } from '../files/index.ts';
import { markAssembled, markExportFailed } from './exports.store.ts';
import { written } from './formats.ts';
import {
  dueOrganizations,
  giveBack,
  type LeasedExport,
  laneKey,
  leaseExport,
  markExpired,
  nextDue,
  overdueExports,
} from './lane.store.ts';
import {
  type Assignment,
  actingFor,
  janitor,
  LostLease,
  leaseSeconds,
  mostAttempts,
  underLease,
  waitAfterFailure,
} from './lease.ts';

const Payload = z.object({ org_id: z.int() });
type Payload = z.output<typeof Payload>;

const batchRows = 500;

/** Assembles the exports of an organization, one after the other, and deletes the files that are over. */
export const exportLane: Job = lane<Payload>({
  queue: 'exports',
  payload: Payload,
  key: laneKey,
  concurrency: 2,
  due: (platform) => dueOrganizations(platform, 'exports'),
  run: async (call) => {
    const { platform, payload } = call;
    await deleteOverdue(platform, payload.org_id);
    const key = `org-${payload.org_id}/exports/${randomUUID()}`;
    const work = await leaseExport(platform, payload.org_id, key, leaseSeconds);
    if (work) await attempt(call, work);
    return nextDue(platform, payload.org_id, 'exports');
  },
});

async function deleteOverdue(platform: Platform, org_id: number): Promise<void> {
  const storage = storageOf(platform);
  for (const { id, storage_key } of await overdueExports(platform, org_id)) {
    await storage.delete(storage_key);
    await markExpired(platform, org_id, id);
  }
}

type ExportWork = Assignment & { work: LeasedExport; progress: { rows: number; total: number | null } };

async function attempt({ platform, payload, log, note, signal }: LaneRun<Payload>, work: LeasedExport) {
  const { org_id } = payload;
  const progress = { rows: 0, total: null };
  const assignment: ExportWork = { platform, org_id, backlog: 'exports', work, draining: signal, progress };
  const storage = storageOf(platform);
  try {
    if (work.storage_key_before) await storage.delete(work.storage_key_before);
    if (work.attempts > mostAttempts) return await fail(assignment, 'It was interrupted again and again');
    const definition = areasOf(platform)
      .flatMap((area) => area.exports ?? [])
      .find((one) => one.resource === work.resource);
    if (!definition) return await fail(assignment, `There is no export of ${work.resource} any more`);
    const caller = await actingFor(assignment, `${work.resource}:export`, [`${work.resource}.post_export`]);
    if (typeof caller === 'string') return await fail(assignment, caller);
    await assemble(assignment, caller, definition);
    await note(`export ${work.id} of ${work.resource}: ${progress.rows} rows`);
  } catch (error) {
    if (error instanceof LostLease) await storage.delete(work.storage_key);
    else if (signal.aborted) await giveBack(platform, org_id, work, 'exports', null);
    else {
      log.error({ err: error, export_id: work.id, attempt: work.attempts }, 'An export failed');
      if (work.attempts >= mostAttempts) await fail(assignment, 'It could not be assembled');
      else await giveBack(platform, org_id, work, 'exports', waitAfterFailure);
    }
  }
}

async function assemble(assignment: ExportWork, caller: Caller, definition: Exportable): Promise<void> {
  const { platform, work, progress } = assignment;
  const statement = await definition.statement(caller, work.filter);
  const columns = work.columns.length > 0 ? work.columns : definition.columns;
  const size = await underLease(assignment, (signal) =>
    readInSnapshot(caller, async (snapshot) => {
      progress.total = await snapshot.count(statement);
      const batches = counted(snapshot.batches<Record<string, unknown>>(statement, batchRows), progress);
      const content = Readable.from(written(work.format, columns, batches));
      return storageOf(platform).put(work.storage_key, content, 'application/octet-stream', signal);
    }),
  );
  const change = markAssembled(caller, work, { rows: progress.rows, size });
  const rows = await write(caller, change, { event: `${work.resource}.post_export` });
  if (rows.length === 0) throw new LostLease();
}

async function* counted<Row>(
  batches: AsyncIterable<Row[]>,
  progress: { rows: number },
): AsyncGenerator<Row[], void> {
  for await (const batch of batches) {
    yield batch;
    progress.rows += batch.length;
  }
}

/** Gives it up for good. What there is of a file goes with it, if the storage lets it. */
async function fail(assignment: ExportWork, reason: string): Promise<void> {
  const { platform, work } = assignment;
  const caller = janitor(assignment, ['export.failed']);
  const rows = await write(caller, markExportFailed(caller, work, reason), { event: 'export.failed' });
  if (rows.length === 0) return;
  await storageOf(platform)
    .delete(work.storage_key)
    .catch((error: unknown) => platform.log.warn({ err: error, export_id: work.id }, 'Bytes were left'));
}
