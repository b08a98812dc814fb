import {
  type Backlog,
  type Caller,
  type NumberedEvent,
  organizationWakeUps,
  type Platform,
  type WakeUp,
} from '@wfp/shared';
import { byKey, type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { executeOperational, type RelayTransaction, readCrossTenant } from '@wfp/shared/operational';
import { liveUserOf } from '../../accounts/index.ts';
import { employeesAs } from '../../employees/index.ts';
import { taskOf } from '../../tasks/index.ts';
import { initiatives } from '../rows/initiative.resource.ts';
import { nextUpdateDue } from '../rows/initiatives.policy.ts';
import { countTasks, type LinkedTask } from './counts.lane.store.ts';

const { sql } = Prisma;

export const initiativesQueue = 'initiatives';
/** With continuous changes, the lane runs about once in this time instead of after each batch of the relay. */
const laneDelayMs = 250;

/**
 * Updates the counts of the initiatives to which the changed tasks of a batch belong or belonged, and requests that the
 * lane computes their progress, also if their progress_mode changed. The changes are read from the audit entries of the
 * events: `limit 1` forces a lookup by time for each event, so that the cost of a batch depends neither on the size of
 * the log nor on how often a task has changed.
 */
export async function projectProgress(
  tx: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<WakeUp[]> {
  const relevant = batch.filter(({ event_type }) => relevantEvents.includes(event_type));
  if (relevant.length === 0) return [];
  const requested = await requestRecounts(tx, relevant);
  await countTasks(
    tx,
    requested.filter((one): one is LinkedTask => one.task_id !== null),
  );
  return organizationWakeUps(initiativesQueue, requested).map((wakeUp) => ({
    ...wakeUp,
    delayMs: laneDelayMs,
  }));
}

/**
 * Requests recounts, which also locks the requests until the relay commits.
 *
 * @returns the tasks that may have changed the counts of an initiative; no task if its progress_mode changed
 */
function requestRecounts(
  tx: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<(Omit<LinkedTask, 'task_id'> & { task_id: number | null })[]> {
  return tx.rows(
    byKey(sql`
    with changes as (
      select e.*, a.before, a.after
      from unnest(${batch.map((one) => one.org_id)}::int[], ${batch.map((one) => one.aggregate_type)}::text[],
                  ${batch.map((one) => one.aggregate_id)}::int[], ${batch.map((one) => one.event_id)}::int8[],
                  ${batch.map((one) => one.occurred_at)}::timestamptz[]) e(org_id, kind, id, event_id, at)
      cross join lateral (
        select a.before, a.after from audit_log a
        where a.org_id = e.org_id and a.occurred_at = e.at and a.event_id = e.event_id and jsonb_exists_any(coalesce(a.before, a.after),
            array['initiative_id', 'status', 'effort', 'deleted_at', 'progress_mode']) limit 1) a
    ),
    touched as (
      select distinct c.org_id, x.initiative_id, c.id as task_id
      from changes c left join ${taskOf('t', 'c', 'id')}
      cross join lateral (values ((c.before ->> 'initiative_id')::int), ((c.after ->> 'initiative_id')::int), (t.initiative_id)) x(initiative_id)
      where c.kind = 'task' and x.initiative_id is not null
      union
      select org_id, id, null from changes where kind = 'initiative' and before ? 'progress_mode'
    ),
    requested as (
      insert into initiative_recounts as r (org_id, initiative_id, is_full)
      select distinct org_id, initiative_id, false from touched order by 1, 2
      on conflict (org_id, initiative_id) do update set asks = r.asks + 1, asked_at = now()
    )
    select org_id, initiative_id, task_id from touched`),
  );
}

const relevantEvents = [
  'task.post_create',
  'task.post_update',
  'task.post_archive',
  'task.post_restore',
  'initiative.post_update',
];

/** Maximum number of rows that the lane reads at once. */
export const laneBatchSize = 50;
const maxRows = Prisma.raw(String(laneBatchSize));

export interface RecountRequest {
  initiative_id: number;
  asks: number;
  /** True if all tasks are to be counted, which an operator requests. */
  is_full: boolean;
}

export function findRecountRequests(platform: Platform, org_id: number): Promise<RecountRequest[]> {
  return readCrossTenant<RecountRequest>(
    platform,
    byKey(sql`select initiative_id, asks, is_full from initiative_recounts where org_id = ${org_id}
      order by initiative_id limit ${maxRows}`),
  );
}

/**
 * Deletes requests that were not repeated since they were read. Locks rows in the order of the relay, to prevent
 * deadlocks.
 */
export async function deleteRecountRequests(
  platform: Platform,
  org_id: number,
  counted: readonly RecountRequest[],
): Promise<void> {
  await executeOperational(
    platform,
    byKey(sql`with done as (
        select r.org_id, r.initiative_id from initiative_recounts r
        join unnest(${counted.map((one) => one.initiative_id)}::int[], ${counted.map((one) => one.asks)}::int[]) d(id, asks)
          on r.initiative_id = d.id and r.asks = d.asks
        where r.org_id = ${org_id} order by r.initiative_id for update of r
      )
      delete from initiative_recounts r using done
      where r.org_id = ${org_id} and r.initiative_id = done.initiative_id returning r.initiative_id`),
  );
}

const isUpdateOverdue = ({ clock }: Platform) =>
  sql`i.status = 'active' and i.deleted_at is null and i.update_due_at <= ${clock.now()}`;

export const initiativesBacklog: Backlog = {
  from: sql`(select org_id, '-infinity'::timestamptz as update_due_at from initiative_recounts
    union all select i.org_id, i.update_due_at from initiatives i where i.status = 'active' and i.deleted_at is null) w`,
  due: (now) => sql`w.update_due_at <= ${now}::timestamptz`,
};

export interface OverdueInitiative {
  id: number;
  name: string;
  to: { user_id: number; email: string } | null;
}

/** Skips initiatives that another worker has locked. */
export function lockOverdue(tx: Transaction, caller: Caller): Promise<OverdueInitiative[]> {
  return tx.rows<OverdueInitiative>(
    byKey(sql`select i.id, i.name,
        (select jsonb_build_object('user_id', u.id, 'email', u.email) from ${employeesAs('e')} join ${liveUserOf('u', 'e')}
          where e.org_id = i.org_id and e.id = i.owner_employee_id and e.deleted_at is null and u.status = 'active') as "to"
      from initiatives i where i.org_id = ${caller.org_id} and ${isUpdateOverdue(caller.platform)}
      order by i.id limit ${maxRows} for no key update of i skip locked`),
  );
}

/** Sets the next reminder to one interval from now. */
export function markReminded(caller: Caller, id: number): Change<{ id: number }> {
  const values = { update_due_at: nextUpdateDue(caller.platform.clock) };
  return {
    table: initiatives.table,
    statement: updateRows(caller, initiatives.table, values, sql`id = ${id}`),
    select: sql`c.id`,
  };
}
