import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/** Condition: a list of event types matches a type. An empty list matches all. */
export const matchesEventType = (types: Prisma.Sql, event_type: Prisma.Sql) =>
  sql`(${types} = '{}' or ${event_type} = any(${types}) or split_part(${event_type}, '.', 1) || '.*' = any(${types}))`;

interface Endpoint {
  org_id: number;
  webhook_id: number;
}

/**
 * Selects the ids of events that wait for an endpoint. Unnested from an array, so that PostgreSQL looks them up in a
 * hash instead of scanning an index for each.
 */
export const selectWaitingEventIds = ({ org_id, webhook_id }: Endpoint) => sql`
  select w.id from unnest(array(select o.event_id from webhook_deliveries o
    where o.org_id = ${org_id} and o.webhook_id = ${webhook_id} and o.filed_at = 'infinity')) w(id)`;

/**
 * Selects the status of the last finished delivery of an event to an endpoint, and the highest attempt number of all
 * finished ones; no row if there are none. Reads the two partial indexes that together cover all deliveries.
 *
 * @param since a time before which no delivery of the event finished, so that earlier months are not read
 */
export const selectLastDelivery = (
  { org_id, webhook_id }: Endpoint,
  event_id: Prisma.Sql,
  since: Prisma.Sql,
) => sql`
  select x.status, max(x.attempt) over () as attempt
  from (
    select o.id, o.status, o.attempt from webhook_deliveries o
    where o.org_id = ${org_id} and o.webhook_id = ${webhook_id} and not o.is_manual and o.event_id = ${event_id}
      and o.filed_at >= ${since} and o.filed_at < 'infinity'
    union all
    select m.id, m.status, m.attempt from webhook_deliveries m
    where m.org_id = ${org_id} and m.webhook_id = ${webhook_id} and m.is_manual and m.event_id = ${event_id}
      and m.filed_at >= ${since} and m.filed_at < 'infinity'
  ) x order by x.id desc limit 1`;
