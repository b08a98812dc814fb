import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/** Whether a list of event types, as an endpoint or a request has it, takes a type. */
export const takes = (types: Prisma.Sql, event_type: Prisma.Sql) =>
  sql`(${types} = '{}' or ${event_type} = any(${types}) or split_part(${event_type}, '.', 1) || '.*' = any(${types}))`;

/** An endpoint, as SQL or values. */
interface Endpoint {
  org_id: number;
  webhook_id: number;
}

/**
 * What became of an event at an endpoint: the last delivery, the number of the last attempt and whether one waits; no
 * row where it was never sent. Looks into the two indexes that together have all deliveries of an event, in the months
 * since a moment before which none of them ended.
 */
export const lastOf = ({ org_id, webhook_id }: Endpoint, event_id: Prisma.Sql, since: Prisma.Sql) => sql`
  select x.id, x.status, max(x.attempt) over () as attempt, bool_or(x.status in ('pending', 'delivering')) over () as waits
  from (
    select o.id, o.status, o.attempt from webhook_deliveries o
    where o.org_id = ${org_id} and o.webhook_id = ${webhook_id} and not o.is_manual and o.event_id = ${event_id}
      and o.filed_at >= ${since}
    union all
    select m.id, m.status, m.attempt from webhook_deliveries m
    where m.org_id = ${org_id} and m.webhook_id = ${webhook_id} and m.is_manual and m.event_id = ${event_id}
      and m.filed_at >= ${since}
  ) x order by x.id desc limit 1`;
