import type { Caller } from '@wfp/shared';
import { byKey, Prisma, readRows } from '@wfp/shared/db';

const { sql } = Prisma;

/** Returns the given event types of which the organization has events. Accepts former names of types. */
export async function findRecordedTypes(
  caller: Caller,
  types: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await readRows<{ event_type: string }>(
    caller,
    byKey(sql`select distinct c.event_type from event_counts c
      where c.org_id = ${caller.org_id} and c.event_type = any(${[...types]}::text[])`),
  );
  return new Set(rows.map((row) => row.event_type));
}
