import type { Caller } from '@wfp/shared';
import { Prisma, readRows } from '@wfp/shared/db';
import { isFinished, isOpen } from './delivery-state.store.ts';

const { sql } = Prisma;

interface Statistics {
  deliveries: number;
  succeeded: number;
  failed: number;
  success_rate: number | null;
  p50_ms: number | null;
  p95_ms: number | null;
  last_success_at: Date | null;
  last_failure: object | null;
  waiting: number;
  next_due_at: Date | null;
}

/** The number of newest attempts per status that percentiles are computed from. */
const newest = Prisma.raw('10000');

/**
 * Computes statistics of the attempts that finished since a time. The last success and the last failure can be older.
 * Each part reads a range of one index per month.
 */
export async function findStatistics(caller: Caller, webhook_id: number, since: Date): Promise<Statistics> {
  const ofEndpoint = sql`d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id}`;
  const ended = (status: 'succeeded' | 'failed') =>
    sql`${ofEndpoint} and d.status = ${status}::delivery_status and ${isFinished}`;
  const sinceThen = sql`d.filed_at >= ${since}::timestamptz`;
  const count = (status: 'succeeded' | 'failed') =>
    sql`select count(*)::float8 as n from webhook_deliveries d where ${ended(status)} and ${sinceThen}`;
  const durations = (status: 'succeeded' | 'failed') =>
    sql`(select d.duration_ms from webhook_deliveries d where ${ended(status)} and ${sinceThen}
      order by d.filed_at desc limit ${newest})`;
  const [row] = await readRows<Statistics>(
    caller,
    sql`select s.n + f.n as deliveries, s.n as succeeded, f.n as failed, s.n / nullif(s.n + f.n, 0) as success_rate,
        p.at[1] as p50_ms, p.at[2] as p95_ms, w.waiting, w.next_due_at,
        (select d.finished_at from webhook_deliveries d where ${ended('succeeded')}
          order by d.filed_at desc limit 1) as last_success_at,
        (select jsonb_build_object('delivery_id', d.id, 'event_id', d.event_id, 'event_type', d.event_type,
            'finished_at', wire_time(d.finished_at), 'response_status', d.response_status, 'error', d.error)
          from webhook_deliveries d where ${ended('failed')} order by d.filed_at desc limit 1) as last_failure
      from (${count('succeeded')}) s, (${count('failed')}) f,
        (select percentile_disc(array[0.5, 0.95]) within group (order by duration_ms) as at
          from (${durations('succeeded')} union all ${durations('failed')}) d) p,
        (select count(*)::float8 as waiting, min(case d.status when 'pending' then d.scheduled_at else d.lease_until end) as next_due_at
          from webhook_deliveries d where ${ofEndpoint} and ${isOpen}) w`,
  );
  if (!row) throw new Error('Invariant: the query returned no row');
  return row;
}
