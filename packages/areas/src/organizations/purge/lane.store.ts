import type { Backlog, Platform } from '@wfp/shared';
import { byKey, identifier, metadataOf, Prisma, type PurgeStep, purgePlan } from '@wfp/shared/db';
import { executeOperational, readCatalogue, readCrossTenant } from '@wfp/shared/operational';

const { sql, join } = Prisma;

/** Organizations that started closing at least 30 days ago, and those with an interrupted purge. */
export const purgeBacklog: Backlog = {
  from: sql`organizations o`,
  orgId: sql`o.id`,
  due: () => sql`((o.status = 'closing' and o.closing_at < now() - interval '30 days')
        or (o.status = 'closed' and o.deleted_at is null))`,
};

/** Derives the order of deletion from PostgreSQL's catalogue, so new tables need no registration. */
export async function readPurgePlan(platform: Platform): Promise<PurgeStep[]> {
  return purgePlan(await readCatalogue(platform), (table) => metadataOf(table).retained !== undefined);
}

/** For each deleted row PostgreSQL scans every table that refers to the row by a column without an index. */
const maxBatchRows = 500;
const batchMs = 1_000;
/** The size of a first batch, which suits the slowest tables. */
export const firstBatchRows = 20;

/**
 * The size of the batch after one that deleted `rows`, so that it takes about a second. After the last rows of a table it is a first
 * one, because the next table may be slower.
 */
export function nextBatchRows(rows: number, elapsedMs: number): number {
  const grown = Math.min(maxBatchRows, Math.max(firstBatchRows, 2 * rows));
  return Math.max(1, Math.floor(Math.min(grown, (rows * batchMs) / elapsedMs)));
}

/** A safeguard in every statement: no rows are deleted unless the organization is closed for good. */
const isClosed = (org_id: number) =>
  sql`exists (select from organizations where id = ${org_id} and status = 'closed')`;

/**
 * Executes the first step of the plan that has rows: deletes a batch of at most `rows`, or all if the step is not batched.
 * Returns the number of deleted rows, 0 if no step has any.
 */
export async function purgeBatch(
  platform: Platform,
  plan: readonly PurgeStep[],
  org_id: number,
  rows: number,
): Promise<number> {
  for (const { tables, unlink, isBatched } of plan) {
    for (const { table, column } of unlink) await setToNull(platform, org_id, table, column);
    const deleted = tables.map(
      (table) =>
        sql`${identifier(`from_${table}`)} as (${deleteStatement(table, org_id, isBatched ? rows : null)} returning 1)`,
    );
    const counts = tables.map((table) => sql`(select count(*)::int from ${identifier(`from_${table}`)})`);
    const [found] = await executeOperational<{ rows: number }>(
      platform,
      sql`with ${join(deleted)} select ${join(counts, ' + ')} as rows`,
    );
    if (found && found.rows > 0) return found.rows;
  }
  return 0;
}

function deleteStatement(table: string, org_id: number, limit: number | null): Prisma.Sql {
  const rows = sql`${identifier(table)} where org_id = ${org_id} and ${isClosed(org_id)}`;
  if (limit === null) return sql`delete from ${rows}`;
  // A ctid is unique within a partition only, so the outer statement filters by organization again.
  return sql`delete from ${identifier(table)} where org_id = ${org_id}
    and ctid = any(array(select ctid from ${rows} limit ${limit}::int))`;
}

async function setToNull(platform: Platform, org_id: number, table: string, column: string): Promise<void> {
  const [name, value] = [identifier(table), identifier(column)];
  for (;;) {
    const rows = await executeOperational(
      platform,
      sql`update ${name} set ${value} = null where org_id = ${org_id} and ctid = any(array(
          select ctid from ${name} where org_id = ${org_id} and ${value} is not null and ${isClosed(org_id)}
          limit ${maxBatchRows}::int))
        returning 1 as row`,
    );
    if (rows.length === 0) return;
  }
}

export async function isClosedForGood(platform: Platform, org_id: number): Promise<boolean> {
  const rows = await readCrossTenant(
    platform,
    byKey(sql`select id from organizations where id = ${org_id} and status = 'closed'`),
  );
  return rows.length > 0;
}

export async function markPurged(platform: Platform, org_id: number): Promise<void> {
  await executeOperational(
    platform,
    sql`update organizations set deleted_at = now() where id = ${org_id} and status = 'closed' returning id`,
  );
}
