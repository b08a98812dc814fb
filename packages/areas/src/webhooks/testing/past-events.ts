import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client, TestService } from '@wfp/testing';

const { sql } = Prisma;

/** An event that the relay has processed. */
export interface PastEvent {
  id: number;
  occurred_at: Date;
}

/** Creates tasks and removes their events from the outbox, as the relay would. */
export async function createPastEvents(
  service: TestService,
  by: Client,
  count: number,
): Promise<PastEvent[]> {
  const ids: number[] = [];
  for (let inserted = 0; inserted < count; inserted += 1)
    ids.push((await by.call('POST', '/tasks', { title: `Past ${inserted}` })).body.id);
  await executeOperational(
    service.platform,
    sql`delete from outbox where org_id = ${by.user.org_id} returning event_id::float8`,
  );
  return service.rows<PastEvent>(
    sql`select id::float8 as id, occurred_at from events where org_id = ${by.user.org_id}
      and event_type = 'task.post_create' and aggregate_id = any(${ids}) order by id`,
  );
}

/** Inserts a delivery as a worker would have left it, and returns its id. */
export async function insertDelivery(
  service: TestService,
  org_id: number,
  webhook_id: number,
  event: Partial<PastEvent> | undefined,
  attempt: number,
  status: string,
): Promise<number> {
  const [row] = await executeOperational<{ id: number }>(
    service.platform,
    sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
      values (${org_id}, ${webhook_id}, ${event?.id}::int8, ${event?.occurred_at}::timestamptz, 'task.post_create', ${attempt}::int,
        ${status}::delivery_status, now(), case when ${status} <> 'pending' then now() end,
        case when ${status} <> 'pending' then now() else 'infinity' end) returning id::float8`,
  );
  if (!row) throw new Error('No delivery was written');
  return row.id;
}
