import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  orderBy,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type SortKey,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { cancelStatement, isFinished } from '../deliveries/delivery-state.store.ts';
import { matchesEventType, selectLastDelivery, selectWaitingEventIds } from './replayable-events.store.ts';
import type { CreateReplay, ListReplays, RetryFailed, replaySorts } from './replays.contract.ts';

const { sql, raw } = Prisma;

const replaysTable = recordedTable({
  name: 'webhook_replays',
  aggregate: 'webhook_endpoint',
  aggregate_id: 'webhook_id',
  resource: 'webhook_replay',
  columns: Prisma.WebhookReplayScalarFieldEnum,
});
const replayColumns = (alias: 'c' | 'r') =>
  wireColumns(replaysTable, alias, ['reached_id', 'endpoint_event_types']);

export interface ReplayRow {
  id: number;
  webhook_id: number;
  status: string;
  queued: number;
}

export async function countRunning(tx: Transaction, caller: Caller, webhook_id: number): Promise<number> {
  const [row] = await tx.rows<{ running: number }>(sql`select count(*)::int as running from webhook_replays
    where org_id = ${caller.org_id} and webhook_id = ${webhook_id} and status = 'running'`);
  return row?.running ?? 0;
}

/** @param endpointTypes what the endpoint listens to now: types that are added to it later are not replayed */
export function insertReplay(
  caller: Caller,
  webhook_id: number,
  endpointTypes: readonly string[],
  { from, to, event_types, only_failed }: Required<CreateReplay>,
): Change<ReplayRow> {
  return {
    table: replaysTable,
    statement: insertInto(caller, replaysTable, {
      webhook_id,
      from: sql`${from}::timestamptz`,
      to: sql`${to}::timestamptz`,
      event_types: sql`${event_types}::text[]`,
      endpoint_event_types: sql`${endpointTypes}::text[]`,
      only_failed,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: replayColumns('c'),
  };
}

/** Inserts a finished replay as the record of a retry. */
export function insertFinishedReplay(
  caller: Caller,
  webhook_id: number,
  { since, event_types }: RetryFailed,
  queued: number,
): Change<ReplayRow> {
  return {
    table: replaysTable,
    statement: insertInto(caller, replaysTable, {
      webhook_id,
      from: sql`${since}::timestamptz`,
      to: sql`greatest(now(), ${since}::timestamptz + interval '1 millisecond')`,
      event_types: sql`${event_types}::text[]`,
      only_failed: true,
      status: sql`'done'`,
      queued,
      finished_at: sql`now()`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: replayColumns('c'),
  };
}

export function cancelReplay(caller: Caller, webhook_id: number, id: number): Change<ReplayRow> {
  return {
    table: replaysTable,
    statement: updateRows(
      caller,
      replaysTable,
      { status: sql`'cancelled'`, finished_at: sql`now()` },
      sql`id = ${id} and webhook_id = ${webhook_id} and status = 'running'`,
    ),
    select: replayColumns('c'),
  };
}

export async function cancelReplayDeliveries(
  tx: Transaction,
  caller: Caller,
  { id, webhook_id }: ReplayRow,
): Promise<void> {
  await tx.executeUnrecorded(
    cancelStatement(sql`d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id} and d.is_replay
      and d.status = 'pending' and d.replay_id = ${id}`),
  );
}

export async function findReplay(
  caller: Caller,
  webhook_id: number,
  id: number,
): Promise<ReplayRow | undefined> {
  return readOne<ReplayRow>(
    caller,
    sql`select ${replayColumns('r')} from webhook_replays r
      where r.org_id = ${caller.org_id} and r.webhook_id = ${webhook_id} and r.id = ${id}`,
  );
}

const sortKeys: Record<(typeof replaySorts)[number], SortKey> = {
  // Ids ascend in the order of creation.
  created_at: sql`r.id`,
  status: sql`r.status`,
  finished_at: { nullable: sql`r.finished_at` },
};

export async function findReplays(
  caller: Caller,
  webhook_id: number,
  query: ListReplays,
): Promise<ListPage<ReplayRow>> {
  return readPage<ReplayRow>(caller, query, {
    columns: replayColumns('r'),
    from: sql`webhook_replays r`,
    where: sql`r.org_id = ${caller.org_id} and r.webhook_id = ${webhook_id}`,
    orderBy: orderBy(query.sort, sortKeys, sql`r.id`),
  });
}

/** @returns the beginning of the oldest month with events; null if no events have been archived */
export async function findOldestEventMonth(caller: Caller): Promise<Date | null> {
  const first = await readOne<{ seq: number; month: Date }>(
    caller,
    sql`select l.seq::float8 as seq, date_trunc('month', l.occurred_at at time zone 'UTC') at time zone 'UTC' as month
      from event_log l where l.org_id = ${caller.org_id} order by l.seq limit 1`,
  );
  return first && first.seq > 1 ? first.month : null;
}

/**
 * Selects events with a delivery that has failed since a given time, each once, without those that already wait for the
 * endpoint. Some events may have been delivered since: the caller checks the last delivery.
 */
const failedSince = (caller: Caller, webhook_id: number, { since, event_types }: RetryFailed) => sql`
  select distinct on (d.event_id) d.event_id, d.event_occurred_at, d.event_type, d.filed_at
  from webhook_deliveries d
  where d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id} and d.status = 'failed'
    and d.filed_at >= ${since}::timestamptz and ${isFinished} and d.event_type <> 'webhook.test'
    and ${matchesEventType(sql`${event_types}::text[]`, sql`d.event_type`)}
    and d.event_id not in (${selectWaitingEventIds({ org_id: caller.org_id, webhook_id })})
  order by d.event_id, d.id desc`;

interface EnqueuedEvents {
  queued: number;
  remaining: number;
  types: string[];
}

const maxEnqueued = raw('1000');
const maxFound = raw('11000');

/**
 * Enqueues events whose last delivery has failed since a given time, the earliest failures first. Archived events are
 * left out.
 *
 * @returns the number of events enqueued, their types, and the number of those left for further requests
 */
export async function enqueueFailed(
  tx: Transaction,
  caller: Caller,
  webhook_id: number,
  request: RetryFailed,
): Promise<EnqueuedEvents> {
  const { org_id } = caller;
  const [row] = await tx.rows<EnqueuedEvents>(sql`
    with failed as materialized (${failedSince(caller, webhook_id, request)}),
    found as materialized (
      select f.*, l.attempt from failed f
      cross join lateral (${selectLastDelivery({ org_id, webhook_id }, sql`f.event_id`, sql`f.event_occurred_at`)}) l
      where l.status = 'failed' and exists (select from events e
        where e.org_id = ${org_id} and e.id = f.event_id and e.occurred_at = f.event_occurred_at)
      order by f.filed_at limit ${maxFound}
    ),
    inserted as (
      insert into webhook_deliveries
        (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at, is_manual, is_replay)
      select ${org_id}, ${webhook_id}, f.event_id, f.event_occurred_at, f.event_type, f.attempt + 1, now(), true, true
      from found f order by f.filed_at limit ${maxEnqueued} returning event_type
    )
    select m.n as queued, (select count(*)::int from found) - m.n as remaining, m.types
    from (select count(*)::int as n, coalesce(array_agg(distinct event_type), '{}') as types from inserted) m`);
  return row ?? { queued: 0, remaining: 0, types: [] };
}
