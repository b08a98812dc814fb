import { Prisma } from '../../db/generated/client.ts';
import type { RelayTransaction } from '../../db/operational.ts';
import { stableMark } from '../../db/statements/statement-names.ts';
import { isTracing } from '../../trace/tracing.ts';
import { eventRecordColumns, eventVisibilityColumns, type LoggedEvent } from '../streamed-event.ts';
import { inShards } from './sharing/relay-shards.ts';

const { sql, raw, empty } = Prisma;

export interface Claim {
  /** The shards that the transaction's session leads. */
  shards: readonly number[];
  /** Lower bound of organization ids, exclusive. */
  after: number;
  /** Organizations to skip. */
  except?: readonly number[];
  /** The only organization, if it has waiting events. */
  only?: number;
  /** Maximum number of organizations. */
  organizations?: number;
  /** Maximum number of events. */
  events: number;
}

const highestId = 2_147_483_647;

const walkAfter = (after: number) => sql`
    (select org_id from outbox where org_id > ${after}::int order by org_id limit 1)
    union all
    select (select o.org_id from outbox o where o.org_id > w.org_id order by o.org_id limit 1)
    from walk w where w.org_id is not null`;

/**
 * CTEs for the organizations of some shards with waiting events, by id. They skip from one organization to the next in
 * the index, so that the cost does not depend on the number of events.
 */
const waitingIn = ({ shards, after, only, except = [], organizations = 500 }: Omit<Claim, 'events'>) => sql`
  walk (org_id) as (${only === undefined ? walkAfter(after) : sql`select org_id from outbox where org_id = ${only}::int limit 1`}),
  picked as materialized (
    select w.org_id, coalesce((select h.seq from event_heads h where h.org_id = w.org_id), 0) as head from walk w
    where w.org_id is not null and ${inShards(sql`w.org_id`, shards)} and w.org_id <> all(${[...except]}::int[])
    limit ${Math.min(organizations, highestId)}::int
  )`;

/**
 * Removes committed events from the outbox and gives each the next sequence number of its organization. The session
 * must have locked the shards before the statement began: a statement that takes the lock itself would use a snapshot
 * older than the lock.
 *
 * Event ids are taken under the lock of the row, so their order within a claim is the order in which a row
 * changed; an event that commits late gets a late number, and no number is skipped.
 *
 * If a bug leads to a second leader, its statement fails without numbering any event.
 *
 * @returns the events by organization and number; one whose row does not exist has no number (seq 0) and no content
 */
export async function claimEvents(tx: RelayTransaction, wanted: Claim): Promise<LoggedEvent[]> {
  const traceparent = isTracing() ? sql`, traceparent` : empty;
  return tx.rows<LoggedEvent>(sql`${raw(stableMark)}
    with recursive ${waitingIn(wanted)},
    claimed as (
      select o.place from picked p cross join lateral (
        select ctid as place from outbox where org_id = p.org_id order by event_id limit ${wanted.events}::int) o
      limit ${wanted.events}::int
    ),
    gone as (
      delete from outbox where ctid = any(array(select place from claimed)) returning org_id, event_id, occurred_at${traceparent}
    ),
    found as (
      select g.org_id as of_org, g.event_id as of_event${traceparent}, e.*
      from gone g left join lateral (
        select e.* from events e
        where e.org_id = g.org_id and e.id between g.event_id and g.event_id and e.occurred_at = g.occurred_at
        order by e.id limit 1) e on true
    ),
    numbered as (
      select f.*, p.head + row_number() over (partition by f.org_id order by f.id) as seq
      from found f join picked p on p.org_id = f.org_id
    ),
    heads as (
      insert into event_heads as h (org_id, seq) select org_id, max(seq) from numbered group by org_id
      on conflict (org_id) do update
      -- If another leader has moved the head, seq becomes null, which the column rejects.
      set seq = case when h.seq = (select p.head from picked p where p.org_id = h.org_id) then excluded.seq end
    ),
    logged as (
      insert into event_log (org_id, seq, event_id, occurred_at) select org_id, seq, id, occurred_at from numbered
    )
    select e.seq::float8 as seq, ${eventRecordColumns}, ${eventVisibilityColumns}${traceparent} from numbered e
    union all
    select 0, of_event::float8, of_org, '', 0, '', 'null'::jsonb, now(), null, null, '{}', false${traceparent}
    from found where id is null
    order by org_id, seq`);
}

/** The organizations of some shards with waiting events, at most 500. */
export async function findWaitingOrganizations(
  tx: Pick<RelayTransaction, 'rows'>,
  which: Pick<Claim, 'shards' | 'except'>,
): Promise<number[]> {
  const rows = await tx.rows<{ org_id: number }>(
    sql`with recursive ${waitingIn({ ...which, after: 0 })} select org_id from picked order by org_id`,
  );
  return rows.map(({ org_id }) => org_id);
}

/** Returns the organizations among these that have waiting events. */
export async function findWaitingAmong(
  tx: Pick<RelayTransaction, 'rows'>,
  org_ids: readonly number[],
): Promise<number[]> {
  const rows = await tx.rows<{ org_id: number }>(
    sql`select s.org_id from unnest(${[...org_ids]}::int[]) with ordinality s(org_id, place)
      cross join lateral (select from outbox o where o.org_id = s.org_id limit 1) o order by s.place`,
  );
  return rows.map(({ org_id }) => org_id);
}
