import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { byIndexes, executeOperational } from '@wfp/shared/operational';

const { sql } = Prisma;

/** The key of an event. The time is text as PostgreSQL formatted it, so that it compares exactly. */
export interface EventKey {
  event_id: number;
  event_occurred_at: string;
}

/**
 * Returns the public records of events as JSON text. PostgreSQL formats them: parsing payloads here only to serialize
 * them again costs more.
 */
export function readBodies(
  platform: Platform,
  org_id: number,
  events: readonly EventKey[],
): Promise<{ event_id: number; body: string }[]> {
  return executeOperational(
    platform,
    byIndexes(sql`select k.id::float8 as event_id, e.body
      from unnest(${events.map((one) => one.event_id)}::int8[], ${events.map((one) => one.event_occurred_at)}::timestamptz[]) k(id, at)
      cross join lateral (
        select concat('{"id":', e.id, ',"org_id":', e.org_id, ',"aggregate_type":', to_json(e.aggregate_type),
          ',"aggregate_id":', e.aggregate_id, ',"event_type":', to_json(e.event_type), ',"payload":', e.payload,
          ',"occurred_at":"', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '"}') as body
        from events e where e.org_id = ${org_id} and e.id between k.id and k.id and e.occurred_at = k.at order by e.id limit 1
      ) e`),
  );
}
