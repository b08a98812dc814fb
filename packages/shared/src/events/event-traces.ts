import { Prisma } from '../db/generated/client.ts';
import { readCrossTenant } from '../db/operational.ts';
import { byKey } from '../db/statements/plans.ts';
import type { Platform } from '../platform.ts';
import { isTracing } from '../trace/tracing.ts';

const none: ReadonlyMap<number, string> = new Map();

/** Finds the traceparents of events, by event id. Empty if this process does not trace, or if the query fails. */
export async function findEventTraces(
  platform: Platform,
  org_id: number,
  event_ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (!isTracing() || event_ids.length === 0) return none;
  const rows = await readCrossTenant<{ event_id: number; traceparent: string }>(
    platform,
    byKey(Prisma.sql`select event_id::float8 as event_id, traceparent from event_traces
      where org_id = ${org_id} and event_id = any(${[...event_ids]}::int8[])`),
  ).catch(() => []);
  return new Map(rows.map((row) => [row.event_id, row.traceparent]));
}
