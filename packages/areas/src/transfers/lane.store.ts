import {
  type Backlog,
  type LeasedRow,
  leasedBacklog,
  type NumberedEvent,
  organizationWakeUp,
  organizationWakeUps,
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
  LongWorkInterrupted,
  maxTransactionMs,
  readInSnapshot,
  type Snapshot,
  writeInLongTransaction,
} from '@wfp/shared/operational';

const { sql } = Prisma;

/** Imports of small files. */
export const importQueue = 'imports';
/** Imports of large files. */
export const largeImportQueue = 'large-imports';

/**
 * Imports of larger files have slots of their own, so that other imports do not wait for them. A file of this size has
 * about 250 employees.
 */
const maxSmallBytes = 16_384;

export const isLargeFile = ({ size }: { size: number }): boolean => size > maxSmallBytes;

/** Files of expired and deleted exports. */
export const expiredExportQueue = 'expired-exports';

/** After an import, the next one of the organization may belong to the other lane. */
const importEvents = new Set(['import.post_create', 'import.completed', 'import.failed']);

/**
 * Returns wake-ups for the exports requested in a batch of events, for the files of deleted exports, and for the next
 * imports of organizations, so that the work starts immediately.
 */
export async function wakeTransferLanes(
  tx: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<WakeUp[]> {
  const ofType = (type: string) => batch.filter(({ event_type }) => event_type === type);
  const ofImports = batch.filter(({ event_type }) => importEvents.has(event_type));
  return [
    ...organizationWakeUps('exports', ofType('export.post_create')),
    ...organizationWakeUps(expiredExportQueue, ofType('export.post_archive')),
    ...(await wakeImportLanes(tx, ofImports)),
  ];
}

async function wakeImportLanes(tx: RelayTransaction, events: readonly NumberedEvent[]): Promise<WakeUp[]> {
  if (events.length === 0) return [];
  const org_ids = [...new Set(events.map(({ org_id }) => org_id))];
  // While an import runs, the next one waits for the event of its end.
  const next = await tx.rows<{ org_id: number; is_large: boolean }>(
    sql`select w.org_id, w.is_large from imports w
      where w.org_id = any(${org_ids}::int[]) and w.status = 'queued' and ${isNext}`,
  );
  return next.map(({ org_id, is_large }) =>
    organizationWakeUp(is_large ? largeImportQueue : importQueue, org_id),
  );
}

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
  /** The record below which rows are imported. */
  parent_id: number | null;
  dry_run: boolean;
}

/** If a worker dies, another one restarts its work after this time. */
const leaseSeconds = 30;
const states = { waiting: 'queued', running: 'running' };
const started = sql`started_at = coalesce(w.started_at, now())`;
const requestColumns = sql`w.resource, w.created_by, w.api_key_id`;

/** Exports to assemble. */
export const exportBacklog = leasedBacklog<LeasedExport>({
  table: 'exports',
  states,
  leasedUntil: 'lease_until',
  leaseSeconds,
  where: sql`w.deleted_at is null`,
  set: sql`${started}, row_count = 0`,
  dueColumns: sql`w.storage_key`,
  returning: sql`${requestColumns}, w.format, w.filter, w.columns, w.storage_key, due.storage_key as storage_key_before`,
});

export const expiredExportBacklog: Backlog = {
  from: sql`exports w`,
  due: (now) => sql`w.storage_key is not null and w.expires_at <= ${now}`,
};

/** The imports of an organization run in the order of their requests, whatever their lane. */
const isNext = sql`w.id = (
  select min(o.id) from imports o where o.org_id = w.org_id and o.status in ('queued', 'running')
)`;

const importsWhere = (kind: Prisma.Sql) =>
  leasedBacklog<LeasedImport>({
    table: 'imports',
    states,
    leasedUntil: 'lease_until',
    leaseSeconds,
    where: sql`${kind} and ${isNext}`,
    set: started,
    returning: sql`${requestColumns}, w.file_id, w.parent_id, w.dry_run`,
  });

export const importBacklog = importsWhere(sql`not w.is_large`);
export const largeImportBacklog = importsWhere(sql`w.is_large`);

/** Each attempt writes under its own key. */
export const setStorageKey = (storage_key: string) => sql`storage_key = ${storage_key}`;

export const progressColumns = ({ rows, total }: { rows: number; total: number | null }) =>
  sql`row_count = ${rows}, total_rows = ${total}::int`;

export async function findExpiredExports(
  platform: Platform,
  org_id: number,
): Promise<{ id: number; storage_key: string; expires_at: Date }[]> {
  return readCrossTenant(
    platform,
    byKey(sql`select id, storage_key, expires_at from exports
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
