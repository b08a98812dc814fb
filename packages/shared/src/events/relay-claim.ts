import { Prisma } from '../db/generated/client.ts';
import type { RelayTransaction } from '../db/operational.ts';
import { stableMark } from '../db/statement-names.ts';
import type { NumberedEvent } from '../queue/job.ts';

/** Advisory lock key of the relay's leadership ("wfrl"); the second half is the shard. */
const leadershipKey = 0x7766726c;

/** Whether this transaction leads the relay; leadership ends with the transaction. */
export async function leads(tx: RelayTransaction): Promise<boolean> {
  const [row] = await tx.rows<{ leads: boolean }>(
    Prisma.sql`${Prisma.raw(stableMark)} select pg_try_advisory_xact_lock(${leadershipKey}::int, 0) as leads`,
  );
  return row?.leads ?? false;
}

/**
 * THE RELAY'S CLAIM. Takes committed events out of the outbox and gives each the next number of its
 * organization. Must run after {@link leads} in a statement of its own: a statement that takes the lock
 * itself would number from a snapshot older than the lock.
 *
 * Ids are taken under the lock of the entity, so their order inside a batch is the order in which an
 * entity changed; an event that commits late is numbered late, and no number is ever skipped.
 */
export async function claim(tx: RelayTransaction, limit: number): Promise<NumberedEvent[]> {
  return tx.rows<NumberedEvent>(Prisma.sql`${Prisma.raw(stableMark)}
    with claimed as (
      select event_id, org_id from outbox order by event_id limit ${limit}::int
    ),
    gone as (
      delete from outbox o using claimed c where o.event_id = c.event_id
    ),
    numbered as (
      select c.org_id, c.event_id,
             coalesce(h.seq, 0) + row_number() over (partition by c.org_id order by c.event_id) as seq
      from claimed c left join event_heads h on h.org_id = c.org_id
    ),
    heads as (
      insert into event_heads (org_id, seq) select org_id, max(seq) from numbered group by org_id
      on conflict (org_id) do update set seq = excluded.seq
    )
    insert into event_log (org_id, seq, event_id) select org_id, seq, event_id from numbered
    returning org_id, seq::float8 as seq, event_id::float8 as event_id`);
}
