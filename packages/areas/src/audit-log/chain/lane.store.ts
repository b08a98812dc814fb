import type { Backlog, Caller, Platform } from '@wfp/shared';
import { byKey, type Change, insertInto, Prisma, recordedTable, type Transaction } from '@wfp/shared/db';
import {
  executeOperationalInTransaction,
  maxTransactionMs,
  type RelayTransaction,
} from '@wfp/shared/operational';
import { organizationsAs } from '../../organizations/index.ts';
import { buildLinks, genesis } from './chain.ts';

const { sql } = Prisma;

/** Once an entry is this old, no entry with a lower id can be committed: all transactions of that time have ended. */
export const settleSeconds = (2 * maxTransactionMs) / 1_000;

/** The number of ids below the last chained entry that each run searches for entries committed late. */
const lookBackIds = 1_000;
const maxSettledPerBatch = 20_000;

interface Head {
  seq: number;
  hash: Uint8Array;
  sealed_id: number;
  settled_id: number;
  may_settle: boolean;
}

/**
 * Organizations with entries to chain or settle, or a head to publish. Unsettled entries are at most a day older than
 * the last settling, so earlier partitions are not read.
 */
export const auditBacklog: Backlog = {
  from: sql`${organizationsAs('o')}
      left join audit_heads h on h.org_id = o.id
      cross join lateral (
        select max(a.id) as id from audit_log a
        where a.org_id = o.id and a.occurred_at > coalesce(h.settled_at, '-infinity') - interval '1 day') newest`,
  orgId: sql`o.id`,
  due: () => sql`(newest.id > coalesce(h.sealed_id, 0)
        or (h.settled_id < h.sealed_id and h.settled_at <= now() - ${settleSeconds} * interval '1 second')
        or (h.announced_on < current_date and h.seq > h.announced_seq + 1))`,
};

/**
 * Appends the next entries of an organization to its chain. The lock of the head prevents two workers from forking the
 * chain: the second one appends nothing.
 *
 * @returns the number of entries appended
 */
export async function chainBatch(
  platform: Platform,
  org_id: number,
  limit: number,
  settleAfterSeconds = settleSeconds,
): Promise<number> {
  return executeOperationalInTransaction(platform, async (tx) => {
    const head = await lockHead(tx, org_id, settleAfterSeconds);
    if (!head) return 0;
    const from = Math.max(head.settled_id, head.sealed_id - lookBackIds);
    const range = { from, to: null, max: lookBackIds + limit };
    const appended = await append(tx, org_id, head, await findUnchained(tx, org_id, range, limit));
    if (appended.added === limit || !head.may_settle) return appended.added;
    return appended.added + (await settle(tx, org_id, appended.head, limit, settleAfterSeconds));
  });
}

async function lockHead(tx: RelayTransaction, org_id: number, settleAfterSeconds: number) {
  await tx.execute(
    sql`insert into audit_heads (org_id, hash) values (${org_id}, ${genesis}) on conflict (org_id) do nothing`,
  );
  const [head] = await tx.rows<Head>(
    sql`select seq::float8 as seq, hash, sealed_id::float8 as sealed_id, settled_id::float8 as settled_id,
        settled_at <= now() - ${settleAfterSeconds}::float8 * interval '1 second' as may_settle
      from audit_heads where org_id = ${org_id} for update skip locked`,
  );
  return head;
}

interface UnchainedEntry {
  id: number;
  digest: Uint8Array;
  occurred_at: Date;
}

/** Ids of entries after `from` up to `to`; null: no upper bound. At most `max` entries are compared with the chain. */
interface EntryRange {
  from: number;
  to: number | null;
  max: number;
}

/**
 * Finds entries that are not in the chain, in the order of their ids. Compares the ids of both tables as sets: a lookup
 * in the chain for each entry costs as much as its digest. Digests are computed for the returned entries only.
 */
function findUnchained(tx: RelayTransaction, org_id: number, { from, to, max }: EntryRange, limit: number) {
  return tx.rows<UnchainedEntry>(
    byKey(sql`with logged as materialized (
        select a.id, a.occurred_at from audit_log a
        where a.org_id = ${org_id} and a.id > ${from}::int8 and a.id <= coalesce(${to}::int8, 9223372036854775807)
        order by a.id limit ${max}::int),
      chained as materialized (
        select c.audit_id from audit_chain c
        where c.org_id = ${org_id} and c.audit_id > ${from}::int8
          and c.audit_id <= coalesce(${to}::int8, 9223372036854775807)
        order by c.audit_id)
      select n.id::float8 as id, e.digest, n.occurred_at
      from (
        select l.id, l.occurred_at from logged l
        where not exists (select from chained c where c.audit_id = l.id)
        order by l.id limit ${limit}::int) n
      cross join lateral (
        select audit_entry_digest(a) as digest from audit_log a
        where a.org_id = ${org_id} and a.id = n.id and a.occurred_at = n.occurred_at limit 1) e
      order by n.id`),
  );
}

async function append(
  tx: RelayTransaction,
  org_id: number,
  head: Head,
  entries: UnchainedEntry[],
): Promise<{ head: Head; added: number }> {
  const links = buildLinks(head, entries);
  const last = links.at(-1);
  if (!last) return { head, added: 0 };
  const sealed_id = Math.max(head.sealed_id, ...links.map((link) => link.audit_id));
  await tx.execute(
    sql`insert into audit_chain (org_id, seq, audit_id, prev_hash, hash, occurred_at)
      select ${org_id}, * from unnest(${links.map((link) => link.seq)}::int8[], ${links.map((link) => link.audit_id)}::int8[],
        ${links.map((link) => link.prev_hash)}::bytea[], ${links.map((link) => link.hash)}::bytea[],
        ${entries.map((entry) => entry.occurred_at)}::timestamptz[])`,
  );
  await tx.execute(
    sql`update audit_heads set seq = ${last.seq}::int8, hash = ${last.hash}, sealed_id = ${sealed_id}::int8
      where org_id = ${org_id}`,
  );
  return { head: { ...head, seq: last.seq, hash: last.hash, sealed_id }, added: links.length };
}

/**
 * Appends entries that were committed late. If none is left, marks the log as settled up to the first entry that is
 * younger than `settleAfterSeconds`.
 */
async function settle(
  tx: RelayTransaction,
  org_id: number,
  head: Head,
  limit: number,
  settleAfterSeconds: number,
): Promise<number> {
  const [range] = await tx.rows<{ bound: number; size: number }>(
    sql`with entry as (
        select a.id, a.occurred_at from audit_log a where a.org_id = ${org_id} and a.id > ${head.settled_id}::int8
        order by a.id limit ${maxSettledPerBatch}::int
      )
      select coalesce(min(id) filter (where occurred_at > now() - ${settleAfterSeconds}::float8 * interval '1 second') - 1,
        max(id), ${head.settled_id}::int8)::float8 as bound, count(*)::int as size from entry`,
  );
  if (!range) throw new Error('Invariant: the query returned no row');
  const unsettled = { from: head.settled_id, to: range.bound, max: maxSettledPerBatch };
  const late = await findUnchained(tx, org_id, unsettled, limit);
  const { added } = await append(tx, org_id, head, late);
  if (added === limit) return added;
  // A range that was limited by its size does not update the time, so that the next run continues immediately.
  await tx.execute(
    sql`update audit_heads set settled_id = ${range.bound}::int8,
        settled_at = case when ${range.size === maxSettledPerBatch} then settled_at else now() end
      where org_id = ${org_id}`,
  );
  return added;
}

const checkpointsTable = recordedTable({
  name: 'audit_checkpoints',
  aggregate: 'audit_log',
  columns: Prisma.AuditCheckpointScalarFieldEnum,
  record_name: sql`c.head`,
});

/** Locks and returns the head to publish: once a day, unless the only new entry is that of the last publication. */
export async function lockHeadToPublish(
  tx: Transaction,
  org_id: number,
): Promise<{ seq: number; head: string } | undefined> {
  const [row] = await tx.rows<{ seq: number; head: string }>(
    sql`select seq::float8 as seq, encode(hash, 'hex') as head from audit_heads
      where org_id = ${org_id} and announced_on < current_date and seq > announced_seq + 1 for update skip locked`,
  );
  return row;
}

export function insertCheckpoint(caller: Caller, id: number, head: string): Change<unknown> {
  return { table: checkpointsTable, statement: insertInto(caller, checkpointsTable, { id, head }) };
}

export async function markPublished(tx: Transaction, org_id: number, seq: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`update audit_heads set announced_on = current_date, announced_seq = ${seq}::int8 where org_id = ${org_id}`,
  );
}
