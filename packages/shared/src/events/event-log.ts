import { Prisma } from '../db/generated/client.ts';
import { readCrossTenant } from '../db/operational.ts';
import { byKey, plannedOnce } from '../db/statements/plans.ts';
import type { Platform } from '../platform.ts';
import {
  eventRecordColumns,
  eventVisibilityColumns,
  type LoggedEvent,
  type StreamedEvent,
  toStreamedEvent,
} from './streamed-event.ts';

/** Maximum payload of a page: it ends with the event that exceeds this. */
const maxPageBytes = 1024 * 1024;

/**
 * Reads an organization's events after a sequence number, in order: at most `limit`, fewer if they are large, but at
 * least one if there is any. The inner limit makes PostgreSQL look up each event by its key instead of joining all
 * events. The limit of the page is part of the text, so that the plan is reused: planning for all months costs more
 * than running the plan.
 */
export async function readLogAfter(
  platform: Platform,
  org_id: number,
  after: number,
  limit: number,
): Promise<StreamedEvent[]> {
  // On the connections for reads by key, a slow page would delay the credential checks of all requests.
  const rows = await readCrossTenant<LoggedEvent>(
    platform,
    plannedOnce(Prisma.sql`select e.seq::float8 as seq, ${eventRecordColumns}, ${eventVisibilityColumns}
      from (
        select l.seq, e.*, sum(octet_length(e.payload::text)) over (order by l.seq
          rows between unbounded preceding and 1 preceding) as bytes_before
        from (
          select * from event_log where org_id = ${org_id} and seq > ${after}::int8 order by seq limit ${Prisma.raw(String(Math.trunc(limit)))}
        ) l cross join lateral (
          select * from events e where e.org_id = l.org_id and e.id = l.event_id and e.occurred_at = l.occurred_at limit 1
        ) e
      ) e where coalesce(e.bytes_before, 0) < ${Prisma.raw(String(maxPageBytes))} order by e.seq`),
  );
  return rows.map(toStreamedEvent);
}

/** The sequence number of the last event of an organization; 0 if it has none. */
export async function readHead(platform: Platform, org_id: number): Promise<number> {
  const [row] = await readCrossTenant<{ seq: number }>(
    platform,
    byKey(Prisma.sql`select seq::float8 as seq from event_heads where org_id = ${org_id}`),
  );
  return row?.seq ?? 0;
}

/** The last sequence numbers of several organizations; those without events are missing. */
export async function readHeads(
  platform: Platform,
  org_ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await readCrossTenant<{ org_id: number; seq: number }>(
    platform,
    byKey(
      Prisma.sql`select org_id, seq::float8 as seq from event_heads where org_id = any(${[...org_ids]}::int[])`,
    ),
  );
  return new Map(rows.map((row) => [row.org_id, row.seq]));
}
