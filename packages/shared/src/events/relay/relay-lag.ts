import { Prisma } from '../../db/generated/client.ts';
import { readCrossTenant } from '../../db/operational.ts';
import type { Platform } from '../../platform.ts';
import { allShards, shardOf } from './sharing/relay-shards.ts';

const { sql } = Prisma;

/** The backlog of the relay in the whole installation. */
export interface RelayLag {
  /** Committed events without a number; counted up to 100,000. */
  waiting: number;
  /** The age of the oldest event without a number, in milliseconds; 0 if there is none. */
  oldest_ms: number;
  /** Failures of projections that wait for a retry, and lost events, which are not retried. */
  failures: number;
}

const maxCounted = 100_000;
/** Maximum number of organizations whose oldest event is read. */
const maxOrganizations = 10_000;

/** Reads the relay's lag. An organization's oldest event is its first, so nothing is sorted. */
export async function readRelayLag(platform: Platform): Promise<RelayLag> {
  const [row] = await readCrossTenant<RelayLag>(
    platform,
    sql`with recursive first as (
      (select org_id, occurred_at from outbox order by org_id, event_id limit 1)
      union all
      select n.org_id, n.occurred_at from first f cross join lateral (
        select o.org_id, o.occurred_at from outbox o where o.org_id > f.org_id order by o.org_id, o.event_id limit 1) n
    )
    select (select count(*) from (select from outbox limit ${maxCounted}::int) w)::float8 as waiting,
           coalesce((select greatest(0, 1000 * extract(epoch from clock_timestamp() - min(f.occurred_at)))
                     from (select occurred_at from first limit ${maxOrganizations}::int) f), 0)::float8 as oldest_ms,
           (select count(*) from relay_failures)::float8 as failures`,
  );
  return row ?? { waiting: 0, oldest_ms: 0, failures: 0 };
}

/** Committed events without a number, by shard; counted up to 100,000. */
export async function readRelayBacklog(platform: Platform): Promise<Map<number, number>> {
  const rows = await readCrossTenant<{ shard: number; waiting: number }>(
    platform,
    sql`select ${shardOf(sql`w.org_id`)} as shard, count(*)::float8 as waiting
      from (select org_id from outbox limit ${maxCounted}::int) w group by 1`,
  );
  const waiting = new Map(rows.map((row) => [row.shard, row.waiting]));
  return new Map(allShards.map((shard) => [shard, waiting.get(shard) ?? 0]));
}
