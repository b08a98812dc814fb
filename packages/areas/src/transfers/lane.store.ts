import {
  type LeasedBacklog,
  type LeasedRow,
  leasedBacklog,
  type NumberedEvent,
  organizationWakeUp,
  type Platform,
  type WakeUp,
} from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, type RelayTransaction, readCrossTenant } from '@wfp/shared/operational';
import type { ExportFormat } from './exports/exports.contract.ts';
import type { CapturedScope } from './row-scope.ts';

/** Exports read one snapshot, and imports write in one transaction. Both can take minutes. */
export {
  type LongTransaction,
  maxTransactionMs,
  readInSnapshot,
  type Snapshot,
  writeInLongTransaction,
} from '@wfp/shared/operational';

const { sql } = Prisma;

/**
 * Returns wake-ups for the exports and imports requested in a batch of events, and for the files of deleted exports, so
 * that the work starts immediately.
 */
export async function wakeTransferLanes(
  _: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<WakeUp[]> {
  const wakeUps = new Map<string, WakeUp>();
  for (const { org_id, event_type } of batch) {
    const queue = queueByEvent.get(event_type);
    if (queue) wakeUps.set(`${queue} ${org_id}`, organizationWakeUp(queue, org_id));
  }
  return [...wakeUps.values()];
}

const queueByEvent = new Map([
  ['export.post_create', 'exports'],
  ['export.post_archive', 'exports'],
  ['import.post_create', 'imports'],
]);

export interface LeasedTransfer extends LeasedRow {
  resource: string;
  created_by: number;
  api_key_id: number | null;
}

export interface LeasedExport extends LeasedTransfer {
  format: ExportFormat;
  filter: unknown;
  columns: string[];
  storage_key: string;
  /** Storage key of the previous attempt. */
  storage_key_before: string | null;
}

export interface LeasedImport extends LeasedTransfer {
  file_id: number;
  dry_run: boolean;
}

/** If a worker dies, another one restarts its work after this time. */
const leaseSeconds = 30;
const states = { waiting: 'queued', running: 'running' };
const started = sql`started_at = coalesce(w.started_at, now())`;
const requestColumns = sql`w.resource, w.created_by, w.api_key_id`;

const assemblyBacklog = leasedBacklog<LeasedExport>({
  table: 'exports',
  states,
  leasedUntil: 'lease_until',
  leaseSeconds,
  where: sql`w.deleted_at is null`,
  set: sql`${started}, row_count = 0`,
  dueColumns: sql`w.storage_key`,
  returning: sql`${requestColumns}, w.format, w.filter, w.columns, w.storage_key, due.storage_key as storage_key_before`,
});

/** Exports to assemble, and those whose file is to be deleted. */
export const exportBacklog: LeasedBacklog<LeasedExport> = {
  ...assemblyBacklog,
  due: (now) => sql`((${assemblyBacklog.due(now)}) or (w.storage_key is not null and w.expires_at <= now()))`,
};

export const importBacklog = leasedBacklog<LeasedImport>({
  table: 'imports',
  states,
  leasedUntil: 'lease_until',
  leaseSeconds,
  set: started,
  returning: sql`${requestColumns}, w.file_id, w.dry_run`,
});

/** Each attempt writes under its own key. */
export const setStorageKey = (storage_key: string) => sql`storage_key = ${storage_key}`;

export const progressColumns = ({ rows, total }: { rows: number; total: number | null }) =>
  sql`row_count = ${rows}, total_rows = ${total}::int`;

export async function findExpiredExports(
  platform: Platform,
  org_id: number,
): Promise<{ id: number; storage_key: string }[]> {
  return readCrossTenant(
    platform,
    byKey(sql`select id, storage_key from exports
      where org_id = ${org_id} and storage_key is not null and expires_at <= now() order by id limit 100`),
  );
}

export async function markExpired(platform: Platform, org_id: number, id: number): Promise<void> {
  await executeOperational(
    platform,
    sql`update exports set storage_key = null, status = 'expired', updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where org_id = ${org_id} and id = ${id} and expires_at <= now() returning id`,
  );
}

export interface AssembledExport {
  resource: string;
  format: ExportFormat;
  size: number;
  storage_key: string;
  finished_at: Date;
  created_by: number;
  api_key_id: number | null;
  reach: CapturedScope | null;
}

/** Reads an export with a file, and its requester. */
export async function findAssembledExport(
  platform: Platform,
  org_id: number,
  id: number,
): Promise<AssembledExport | undefined> {
  const [row] = await readCrossTenant<never>(
    platform,
    byKey(sql`select resource, format, size, storage_key, finished_at, created_by, api_key_id, reach from exports
      where org_id = ${org_id}::int and id = ${id}::int and deleted_at is null and status = 'succeeded'
        and expires_at > now() and storage_key is not null`),
  );
  return row;
}
