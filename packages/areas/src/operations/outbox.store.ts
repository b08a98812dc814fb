import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant, shardOf } from '@wfp/shared/operational';
import { organizationOf } from '../organizations/index.ts';

const { sql } = Prisma;

export interface OutboxBacklog {
  org_id: number;
  slug: string | null;
  shard: number;
  waiting: number;
  oldest_at: Date;
}

const maxListedRows = 50;

/** Returns the backlogs of at most 50 organizations whose events wait for the relay, the longest wait first. */
export function findOutboxBacklogs(platform: Platform, org_id: number | null): Promise<OutboxBacklog[]> {
  return readCrossTenant<OutboxBacklog>(
    platform,
    sql`select w.org_id, o.slug, ${shardOf(sql`w.org_id`)} as shard, w.waiting, w.oldest_at
      from (select org_id, count(*)::float8 as waiting, min(occurred_at) as oldest_at from outbox
        where ${org_id}::int is null or org_id = ${org_id}::int group by org_id) w
      left join ${organizationOf('o', 'w')} order by w.oldest_at limit ${maxListedRows}::int`,
  );
}

/**
 * An event on which a projection failed. `projection` is empty for an event that was in the outbox but does not exist.
 */
export interface FailedEvent {
  org_id: number;
  slug: string | null;
  event_id: number;
  event_type: string | null;
  projection: string;
  attempts: number;
  last_error: string;
  failed_at: Date;
  /** Null for an event that does not exist, which is not retried. */
  next_try_at: Date | null;
}

export function findFailedEvents(platform: Platform, org_id: number | null): Promise<FailedEvent[]> {
  return readCrossTenant<FailedEvent>(
    platform,
    sql`select f.org_id, o.slug, f.event_id::float8 as event_id, e.event_type, f.projection, f.attempts, f.last_error, f.failed_at,
        nullif(f.next_try_at, 'infinity') as next_try_at
      from relay_failures f left join ${organizationOf('o', 'f')}
      left join lateral (select e.event_type from events e where e.org_id = f.org_id and e.id = f.event_id limit 1) e on true
      where ${org_id}::int is null or f.org_id = ${org_id}::int order by f.failed_at limit ${maxListedRows}::int`,
  );
}

/**
 * Schedules failed events for an immediate retry, except events that do not exist.
 *
 * @returns their number by organization
 */
export function requeueFailedEvents(
  platform: Platform,
  org_id: number | null,
): Promise<{ org_id: number; count: number }[]> {
  return executeOperational(
    platform,
    sql`with again as (
        update relay_failures set next_try_at = now() where projection <> '' and (${org_id}::int is null or org_id = ${org_id}::int)
        returning org_id
      ) select org_id, count(*)::int as count from again group by org_id order by org_id`,
  );
}
