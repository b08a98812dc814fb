import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/** Whether a list of event types, as an endpoint or a request has it, takes a type. */
export const matchesEventType = (types: Prisma.Sql, event_type: Prisma.Sql) =>
  sql`(${types} = '{}' or ${event_type} = any(${types}) or split_part(${event_type}, '.', 1) || '.*' = any(${types}))`;

/** An endpoint, as SQL or values. */
interface Endpoint {
  org_id: number;
  webhook_id: number;
}

/**
 * The ids of the events that wait for an endpoint, to be left out. As a list: whether one waits is then looked up in a
 * hash, where an index would be asked for each, and a wrong one would be read from end to end.
 */
export const selectWaitingEventIds = ({ org_id, webhook_id }: Endpoint) => sql`
  select w.id from unnest(array(select o.event_id from webhook_deliveries o
    where o.org_id = ${org_id} and o.webhook_id = ${webhook_id} and o.filed_at = 'infinity')) w(id)`;

/**
 * What became of an event at an endpoint where it does not wait: the end of the last delivery and the number of the last
 * attempt; no row where it was never sent. Looks into the two indexes that together have all deliveries of an event, in
 * the months since a moment before which none of them ended.
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
