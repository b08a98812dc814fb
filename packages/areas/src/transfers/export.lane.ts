import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Caller, type Job, type LaneRun, lane, type Platform } from '@wfp/shared';
import { readInSnapshot, write } from '@wfp/shared/db';
import { z } from 'zod';
import { storageOf } from '../files/index.ts';
import { type ExportKind, kindOf } from './export-kinds.ts';
import { markAssembled, markExportFailed } from './exports.store.ts';
import type { Progress } from './formats.ts';
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
import { reachOf } from './reach.ts';

const Payload = z.object({ org_id: z.int() });
type Payload = z.output<typeof Payload>;

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

type ExportWork = Assignment & { work: LeasedExport; progress: Progress };

async function attempt({ platform, payload, log, note, signal }: LaneRun<Payload>, work: LeasedExport) {
  const { org_id } = payload;
  const progress = { rows: 0, total: null };
  const assignment: ExportWork = { platform, org_id, backlog: 'exports', work, draining: signal, progress };
  const storage = storageOf(platform);
  try {
    if (work.storage_key_before) await storage.delete(work.storage_key_before);
    if (work.attempts > mostAttempts) return await fail(assignment, 'It was interrupted again and again');
    const kind = kindOf(platform, work.resource);
    if (!kind) return await fail(assignment, `There is no export of ${work.resource} any more`);
    const refusal = await assemble(assignment, kind);
    if (refusal !== null) return await fail(assignment, refusal);
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

/** Assembles the file and says so; or says why it is not for whoever asked. */
async function assemble(assignment: ExportWork, kind: ExportKind): Promise<string | null> {
  const { platform, work, progress } = assignment;
  const caller = await entitled(assignment, kind);
  if (typeof caller === 'string') return caller;
  const content = await kind.prepare(caller, work);
  const size = await underLease(assignment, (signal) =>
    readInSnapshot(caller, (snapshot) => {
      const bytes = Readable.from(content(snapshot, progress));
      return storageOf(platform).put(work.storage_key, bytes, 'application/octet-stream', signal);
    }),
  );
  // It may have taken long: whoever lost the right meanwhile gets nothing.
  const still = await entitled(assignment, kind);
  if (typeof still === 'string') return still;
  const made = { rows: progress.rows, size, reach: reachOf(caller, kind.needed) };
  const rows = await write(still, markAssembled(still, work, made), {
    event: `${work.resource}.post_export`,
  });
  if (rows.length === 0) throw new LostLease();
  return null;
}

/** Whoever asked, with the rights of this moment, or why they may not have it. */
async function entitled(assignment: ExportWork, kind: ExportKind): Promise<Caller | string> {
  const caller = await actingFor(assignment, kind.needed, [`${assignment.work.resource}.post_export`]);
  return typeof caller === 'string' ? caller : (kind.refusal(caller) ?? caller);
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
