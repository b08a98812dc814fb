import type { Caller } from '@wfp/shared';
import { Prisma, plannedOnce, readRows } from '@wfp/shared/db';
import { employeesAs } from '../../employees/index.ts';
import { organizationsAs } from '../../organizations/index.ts';

const { sql, empty } = Prisma;

/** The stored head of an organization's chain, with the actual end of the chain. */
export interface ChainHead {
  seq: number;
  hash: Uint8Array | null;
  settled_id: number;
  /** The last archived position, with its hash; 0 and null if nothing was archived. */
  archived_seq: number;
  archived_hash: Uint8Array | null;
  /**
   * Up to this position, entries may be missing: entries that were chained late, among entries of later months, and have
   * been archived.
   */
  archived_late_seq: number;
  /** The last position that exists. */
  last_seq: number;
  unsealed: number;
}

export async function findHead(caller: Caller): Promise<ChainHead> {
  // Not `byKey`: after a time without a worker, the query counts many entries.
  const [head] = await readRows<ChainHead>(
    caller,
    plannedOnce(sql`with head as (
        select o.id as org_id, coalesce(h.seq, 0)::float8 as seq, h.hash, coalesce(h.settled_id, 0)::float8 as settled_id,
          coalesce(h.archived_seq, 0)::float8 as archived_seq, h.archived_hash,
          coalesce(h.archived_late_seq, 0)::float8 as archived_late_seq
        from ${organizationsAs('o')} left join audit_heads h on h.org_id = o.id where o.id = ${caller.org_id}
      )
      select h.seq, h.hash, h.settled_id, h.archived_seq, h.archived_hash, h.archived_late_seq,
        (select coalesce(max(c.seq), h.archived_seq) from audit_chain c where c.org_id = h.org_id)::float8 as last_seq,
        (select count(*) from audit_log a where a.org_id = h.org_id and a.id > h.settled_id and not exists (
          select from audit_chain c where c.org_id = a.org_id and c.audit_id = a.id and c.occurred_at = a.occurred_at
        ))::float8 as unsealed
      from head h`),
  );
  if (!head) throw new Error('The organization of the caller does not exist');
  return head;
}

/** A stored link. `digest` is that of the current entry, null if the entry does not exist. */
export interface StoredLink {
  seq: number;
  prev_hash: Uint8Array;
  hash: Uint8Array;
  digest: Uint8Array | null;
  /** True if values about a person do not match the entry's digest of them. */
  is_forged: boolean;
  /** True if values about a person are missing although the person was not erased. */
  is_robbed: boolean;
  /** True if a different hash was published for this position. */
  differs: boolean;
}

/**
 * Condition: the log has an entry about the erasure of the person whom entry `a` concerns. The person is found by the
 * event of the entry or by the employee.
 */
const isErased = sql`exists (
  select from audit_log x where x.org_id = a.org_id and x.resource = 'user' and x.action = 'erase' and x.outcome = 'success'
    and x.record_id = any(array(
      select unnest(e.subject_user_ids) from events e where e.org_id = a.org_id and e.id = a.event_id and e.occurred_at = a.occurred_at
      union all
      select m.user_id from ${employeesAs('m')} where a.resource = 'employee' and m.org_id = a.org_id and m.id = a.record_id)))`;

export async function findLinks(
  caller: Caller,
  from: number,
  to: number,
  limit: number,
): Promise<StoredLink[]> {
  return readRows<StoredLink>(
    caller,
    sql`select c.seq::float8 as seq, c.prev_hash, c.hash,
        case when a.id is null then moved.digest else audit_entry_digest(a) end as digest,
        p.audit_id is not null and audit_personal_digest(p.salt, p.before, p.after) is distinct from a.personal_digest as is_forged,
        a.personal_digest is not null and p.audit_id is null and not ${isErased} as is_robbed,
        k.id is not null and k.head <> encode(c.hash, 'hex') as differs
      from audit_chain c
      left join audit_log a on a.org_id = c.org_id and a.id = c.audit_id and a.occurred_at = c.occurred_at
      -- If no entry has the time of the link, the time of the entry was changed or the entry was deleted.
      left join lateral (
        select audit_entry_digest(x) as digest from audit_log x
        where a.id is null and x.org_id = c.org_id and x.id = c.audit_id limit 1) moved on true
      left join audit_personal p on p.org_id = c.org_id and p.audit_id = c.audit_id
      left join audit_checkpoints k on k.org_id = c.org_id and k.id = c.seq
      where c.org_id = ${caller.org_id} and c.seq >= ${from}::int8 and c.seq <= ${to}::int8
      order by c.seq limit ${limit}::int`,
  );
}

/** A range of the log: its last entry, and the first entry that is not in the chain. */
export interface ScannedEntries {
  last_id: bigint | null;
  stray_id: bigint | null;
}

/** Scans the next entries after an id. `after` is null for the beginning of the log, since a forged id may be negative. */
export async function findUnchainedEntry(
  caller: Caller,
  after: bigint | null,
  upTo: number,
  limit: number,
): Promise<ScannedEntries> {
  const [stretch] = await readRows<ScannedEntries>(
    caller,
    sql`with entry as (
        select a.id, a.occurred_at from audit_log a where a.org_id = ${caller.org_id} and a.id <= ${upTo}::int8
          ${after === null ? empty : sql`and a.id > ${after}::int8`}
        order by a.id limit ${limit}::int
      )
      select max(e.id) as last_id, min(e.id) filter (where c.audit_id is null) as stray_id
      from entry e left join audit_chain c
        on c.org_id = ${caller.org_id} and c.audit_id = e.id and c.occurred_at = e.occurred_at`,
  );
  return stretch ?? { last_id: null, stray_id: null };
}

/** Returns the first position whose entry has a higher id than an entry that is not in the chain. */
export async function findNextPosition(caller: Caller, audit_id: bigint): Promise<number | undefined> {
  const [row] = await readRows<{ seq: number | null }>(
    caller,
    sql`select min(seq)::float8 as seq from audit_chain where org_id = ${caller.org_id} and audit_id > ${audit_id}::int8`,
  );
  return row?.seq ?? undefined;
}
