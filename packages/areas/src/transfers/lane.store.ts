import type { NumberedEvent, Platform, Ring } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import {
  executeOperational,
  type RelayTransaction,
  readCrossTenant,
  readCrossTenantByKey,
} from '@wfp/shared/operational';
import type { ExportFormat } from './exports.contract.ts';
import type { Held } from './exports.store.ts';
import type { ReachThen } from './reach.ts';

const { sql, raw } = Prisma;

/** Both are backlogs in the same form. */
export type Backlog = 'exports' | 'imports';

/** The lane of an organization in a backlog. */
export const laneKey = ({ org_id }: { org_id: number }): string => `org-${org_id}`;

/** What waits, and what a worker held that died. After a failure it waits until its lease's time. */
const isDue = sql`status in ('queued', 'running') and (lease_until is null or lease_until <= now())`;
const notDeleted = (backlog: Backlog) => (backlog === 'exports' ? sql`and deleted_at is null` : Prisma.empty);

export async function dueOrganizations(platform: Platform, backlog: Backlog): Promise<{ org_id: number }[]> {
  const overdue = sql`union select org_id from exports where storage_key is not null and expires_at <= now()`;
  return readCrossTenant(
    platform,
    sql`select org_id from ${raw(backlog)} where ${isDue} ${notDeleted(backlog)}
      ${backlog === 'exports' ? overdue : Prisma.empty}`,
  );
}

/** When an organization next has something due in a backlog; null when nothing waits. */
export async function nextDue(platform: Platform, org_id: number, backlog: Backlog): Promise<Date | null> {
  const [row] = await readCrossTenantByKey<{ at: Date | null }>(
    platform,
    sql`select min(coalesce(lease_until, created_at)) as at from ${raw(backlog)}
      where org_id = ${org_id} and status in ('queued', 'running') ${notDeleted(backlog)}`,
  );
  return row?.at ?? null;
}

/** The lanes of what was asked for in a batch of events, so that it begins at once. */
export async function lanesToRing(_: RelayTransaction, batch: readonly NumberedEvent[]): Promise<Ring[]> {
  const asked = new Map<string, Ring>();
  for (const { org_id, event_type } of batch) {
    const queue = backlogOf[event_type];
    if (queue) asked.set(`${queue} ${org_id}`, { queue, key: laneKey({ org_id }), payload: { org_id } });
  }
  return [...asked.values()];
}

const backlogOf: Record<string, Backlog> = {
  'export.post_create': 'exports',
  'import.post_create': 'imports',
};

/** Work under lease. */
export interface Leased extends Held {
  resource: string;
  created_by: number;
  api_key_id: number | null;
}

export interface LeasedExport extends Leased {
  format: ExportFormat;
  filter: unknown;
  columns: string[];
  storage_key: string;
  /** Where an attempt before this one wrote, if there was any. */
  storage_key_before: string | null;
}

export interface LeasedImport extends Leased {
  file_id: number;
  dry_run: boolean;
}

const leased = sql`w.id, w.attempts, w.resource, w.created_by, w.api_key_id`;
const oldest = (backlog: Backlog, org_id: number) => sql`select id, ${
  backlog === 'exports' ? sql`storage_key` : sql`null`
} as storage_key from ${raw(backlog)}
  where org_id = ${org_id} and ${isDue} ${notDeleted(backlog)} order by id limit 1 for update skip locked`;
const taken = (seconds: number) => sql`status = 'running', attempts = w.attempts + 1,
  started_at = coalesce(w.started_at, now()), lease_until = now() + ${seconds} * interval '1 second'`;

/** Takes the oldest export that is due, for a while; undefined when there is none. */
export async function leaseExport(
  platform: Platform,
  org_id: number,
  storage_key: string,
  seconds: number,
): Promise<LeasedExport | undefined> {
  const [row] = await executeOperational<LeasedExport>(
    platform,
    sql`with due as (${oldest('exports', org_id)})
      update exports w set ${taken(seconds)}, row_count = 0, storage_key = ${storage_key}
      from due where w.org_id = ${org_id} and w.id = due.id
      returning ${leased}, w.format, w.filter, w.columns, w.storage_key, due.storage_key as storage_key_before`,
  );
  return row;
}

/** Takes the oldest import that is due, for a while; undefined when there is none. */
export async function leaseImport(
  platform: Platform,
  org_id: number,
  seconds: number,
): Promise<LeasedImport | undefined> {
  const [row] = await executeOperational<LeasedImport>(
    platform,
    sql`with due as (${oldest('imports', org_id)})
      update imports w set ${taken(seconds)} from due where w.org_id = ${org_id} and w.id = due.id
      returning ${leased}, w.file_id, w.dry_run`,
  );
  return row;
}

const stillHeld = (org_id: number, { id, attempts }: Held, backlog: Backlog) =>
  sql`org_id = ${org_id} and id = ${id} and attempts = ${attempts} and status = 'running' ${notDeleted(backlog)}`;

/** Holds on to work that goes on; false when another has taken it or nobody wants it any more. */
export async function keepLease(
  platform: Platform,
  org_id: number,
  work: Held,
  backlog: Backlog,
  seconds: number,
  progress: { rows: number; total: number | null } | null,
): Promise<boolean> {
  const shown = progress
    ? sql`, row_count = ${progress.rows}, total_rows = ${progress.total}::int`
    : Prisma.empty;
  const rows = await executeOperational(
    platform,
    sql`update ${raw(backlog)} set lease_until = now() + ${seconds} * interval '1 second' ${shown}
      where ${stillHeld(org_id, work, backlog)} returning id`,
  );
  return rows.length > 0;
}

/** Gives work back that was not finished: for another attempt, after a while where it failed. */
export async function giveBack(
  platform: Platform,
  org_id: number,
  work: Held,
  backlog: Backlog,
  waitSeconds: number | null,
): Promise<void> {
  const change =
    waitSeconds === null
      ? sql`attempts = attempts - 1, lease_until = null`
      : sql`lease_until = now() + ${waitSeconds} * interval '1 second'`;
  await executeOperational(
    platform,
    sql`update ${raw(backlog)} set status = 'queued', ${change} where ${stillHeld(org_id, work, backlog)} returning id`,
  );
}

/** Exports whose file is to be deleted. */
export async function overdueExports(
  platform: Platform,
  org_id: number,
): Promise<{ id: number; storage_key: string }[]> {
  return readCrossTenantByKey(
    platform,
    sql`select id, storage_key from exports
      where org_id = ${org_id} and storage_key is not null and expires_at <= now() order by id limit 100`,
  );
}

/** Notes that the file of an export is gone. */
export async function markExpired(platform: Platform, org_id: number, id: number): Promise<void> {
  await executeOperational(
    platform,
    sql`update exports set storage_key = null, status = 'expired', updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where org_id = ${org_id} and id = ${id} and expires_at <= now() returning id`,
  );
}

/** An export whose file is there, with whose it is. */
export async function assembledExport(
  platform: Platform,
  org_id: number,
  id: number,
): Promise<
  | {
      resource: string;
      format: ExportFormat;
      size: number;
      storage_key: string;
      finished_at: Date;
      created_by: number;
      api_key_id: number | null;
      reach: ReachThen | null;
    }
  | undefined
> {
  const [row] = await readCrossTenantByKey<never>(
    platform,
    sql`select resource, format, size, storage_key, finished_at, created_by, api_key_id, reach from exports
      where org_id = ${org_id}::int and id = ${id}::int and deleted_at is null and status = 'succeeded'
        and expires_at > now() and storage_key is not null`,
  );
  return row;
}
