import type { NumberedEvent, Projection, WakeUp } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { Prisma } from '@wfp/shared/db';
import { type LanePayload, laneKey, laneQueue } from '../sender/lane-key.ts';
import { openDeliveries } from './delivery-state.store.ts';

const { sql } = Prisma;

type RelayTransaction = Parameters<Projection['project']>[0];

/** The maximum of timers. A lane that is enqueued too early runs again when its next delivery is due. */
const maxWakeUpDelayMs = 2 ** 31 - 1;

/**
 * Inserts the deliveries of a batch of events in the relay's transaction, due after the first number of the retry
 * schedule. Returns wake-ups for the lanes of their endpoints at that time, and immediate ones for endpoints that the
 * batch changed. Private events are not delivered. A test event has its delivery already.
 */
export async function fanOut(
  tx: RelayTransaction,
  batch: readonly NumberedEvent[],
  { WEBHOOK_RETRY_SCHEDULE: [delaySeconds = 0] }: Pick<Config, 'WEBHOOK_RETRY_SCHEDULE'>,
): Promise<WakeUp[]> {
  const sent = batch.filter((one) => !one.is_private && one.event_type !== 'webhook.test');
  const changed = batch
    .filter(({ aggregate_type }) => aggregate_type === 'webhook_endpoint')
    .map(({ org_id, aggregate_id }) => ({ org_id, webhook_id: aggregate_id }));
  const lanes = sent.length === 0 ? [] : await insertDeliveries(tx, sent, delaySeconds);
  const delayMs = Math.min(delaySeconds * 1_000, maxWakeUpDelayMs);
  return [
    ...lanes.map((payload) => ({ ...wakeUpOf(payload), delayMs })),
    ...changed.map((payload) => wakeUpOf(payload)),
  ];
}

const wakeUpOf = (payload: LanePayload): WakeUp => ({ queue: laneQueue, key: laneKey(payload), payload });

/**
 * Inserts deliveries and returns their endpoints. Delivery ids ascend in the order of the event log, because ordered
 * endpoints are served in the order of these ids.
 */
function insertDeliveries(
  tx: RelayTransaction,
  events: readonly NumberedEvent[],
  delaySeconds: number,
): Promise<LanePayload[]> {
  return tx.rows<LanePayload>(sql`
    with inserted as (
      insert into ${openDeliveries} (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
      select e.org_id, w.id, e.id, e.at, e.event_type, 1, now() + ${delaySeconds}::float8 * interval '1 second'
      from unnest(${events.map((one) => one.org_id)}::int[], ${events.map((one) => one.event_id)}::int8[],
                  ${events.map((one) => one.occurred_at)}::timestamptz[], ${events.map((one) => one.event_type)}::text[],
                  ${events.map((one) => one.seq)}::int8[]) e(org_id, id, at, event_type, seq)
      join webhook_endpoints w on w.org_id = e.org_id
      where w.is_active and w.deleted_at is null
        and (w.event_types = '{}' or e.event_type = any(w.event_types)
          or split_part(e.event_type, '.', 1) || '.*' = any(w.event_types))
      order by e.org_id, e.seq
      returning org_id, webhook_id
    )
    select distinct org_id, webhook_id from inserted`);
}
