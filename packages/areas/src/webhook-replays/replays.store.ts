import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readByKey,
  readPage,
  recordedTable,
  type Steps,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { cancelled, isOver } from '../webhooks/index.ts';
import type { CreateReplay, ListReplays, RetryFailed } from './replays.contract.ts';
import { lastOf, takes } from './resent.store.ts';

const { sql, raw } = Prisma;

const replaysTable = recordedTable({
  name: 'webhook_replays',
  aggregate: 'webhook_endpoint',
  aggregate_id: 'webhook_id',
  resource: 'webhook_replay',
  columns: Prisma.WebhookReplayScalarFieldEnum,
});
const replayColumns = (alias: 'c' | 'r') => wireColumns(replaysTable, alias, ['reached_id']);

export interface ReplayRow {
  id: number;
  webhook_id: number;
  status: string;
  queued: number;
}

export async function countRunning(tx: Steps, caller: Caller, webhook_id: number): Promise<number> {
  const [row] = await tx.rows<{ running: number }>(sql`select count(*)::int as running from webhook_replays
    where org_id = ${caller.org_id} and webhook_id = ${webhook_id} and status = 'running'`);
  return row?.running ?? 0;
}

export function insertReplay(
  caller: Caller,
  webhook_id: number,
  { from, to, event_types, only_failed }: Required<CreateReplay>,
): Change<ReplayRow> {
  return {
    table: replaysTable,
    statement: insertInto(caller, replaysTable, {
      webhook_id,
      from: sql`${from}::timestamptz`,
      to: sql`${to}::timestamptz`,
      event_types: sql`${event_types}::text[]`,
      only_failed,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: replayColumns('c'),
  };
}

/** Notes what was sent again at once. */
export function insertRetried(
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

/** What a replay made and nobody took up yet goes with it. */
export async function cancelReplayed(
  tx: Steps,
  caller: Caller,
  { id, webhook_id }: ReplayRow,
): Promise<void> {
  await tx.adjust(
    cancelled(sql`d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id} and d.is_replay
      and d.status = 'pending' and d.replay_id = ${id}`),
  );
}

export async function findReplay(
  caller: Caller,
  webhook_id: number,
  id: number,
): Promise<ReplayRow | undefined> {
  return readByKey<ReplayRow>(
    caller,
    sql`select ${replayColumns('r')} from webhook_replays r
      where r.org_id = ${caller.org_id} and r.webhook_id = ${webhook_id} and r.id = ${id}`,
  );
}

export async function findReplays(
  caller: Caller,
  webhook_id: number,
  query: ListReplays,
): Promise<Listed<ReplayRow>> {
  return readPage<ReplayRow>(caller, query, {
    columns: replayColumns('r'),
    from: sql`webhook_replays r`,
    where: sql`r.org_id = ${caller.org_id} and r.webhook_id = ${webhook_id}`,
    orderBy: sql`r.id desc`,
  });
}

/** The first moment of which events are kept; null while none was archived. */
export async function keptSince(caller: Caller): Promise<Date | null> {
  const first = await readByKey<{ seq: number; month: Date }>(
    caller,
    sql`select l.seq::float8 as seq, date_trunc('month', l.occurred_at at time zone 'UTC') at time zone 'UTC' as month
      from event_log l where l.org_id = ${caller.org_id} order by l.seq limit 1`,
  );
  return first && first.seq > 1 ? first.month : null;
}

/** The last deliveries of their events that failed in a time, where the event is kept and none of it waits. */
const failedSince = (caller: Caller, webhook_id: number, { since, event_types }: RetryFailed) => sql`
  select d.event_id, d.event_occurred_at, d.event_type, l.attempt, d.filed_at
  from webhook_deliveries d
  cross join lateral (${lastOf({ org_id: caller.org_id, webhook_id }, sql`d.event_id`, sql`d.event_occurred_at`)}) l
  where d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id} and d.status = 'failed'
    and d.filed_at >= ${since}::timestamptz and ${isOver} and d.event_type <> 'webhook.test'
    and ${takes(sql`${event_types}::text[]`, sql`d.event_type`)} and l.id = d.id and not l.waits
    and exists (select from events e
      where e.org_id = d.org_id and e.id = d.event_id and e.occurred_at = d.event_occurred_at)`;

/** How many are queued by one call. */
const mostAtOnce = raw('1000');
const mostCounted = raw('10000');

/** Queues the oldest of what failed since a time, each once, and says how many. */
export async function queueFailed(
  tx: Steps,
  caller: Caller,
  webhook_id: number,
  asked: RetryFailed,
): Promise<number> {
  return tx.adjust(sql`
    insert into webhook_deliveries
      (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at, is_manual, is_replay)
    select ${caller.org_id}, ${webhook_id}, f.event_id, f.event_occurred_at, f.event_type, f.attempt + 1, now(), true, true
    from (${failedSince(caller, webhook_id, asked)} order by d.filed_at limit ${mostAtOnce}) f order by f.filed_at`);
}

/** How many more there are. */
export async function countFailed(
  tx: Steps,
  caller: Caller,
  webhook_id: number,
  asked: RetryFailed,
): Promise<number> {
  const [row] = await tx.rows<{ left: number }>(
    sql`select count(*)::int as left from (${failedSince(caller, webhook_id, asked)} limit ${mostCounted}) f`,
  );
  return row?.left ?? 0;
}
