import {
  type Backlog,
  type Caller,
  type NumberedEvent,
  organizationWakeUps,
  type Platform,
  type WakeUp,
} from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { executeOperational, type RelayTransaction, readCrossTenant } from '@wfp/shared/operational';
import { liveUserOf } from '../../accounts/index.ts';
import { employeesAs } from '../../employees/index.ts';
import { taskOf } from '../../tasks/index.ts';
import { initiatives } from '../rows/initiative.resource.ts';
import { nextUpdateDue } from '../rows/initiatives.policy.ts';

const { sql } = Prisma;

export const initiativesQueue = 'initiatives';

/**
 * Requests a recount of the initiatives whose progress a batch of events may change: those that a changed task
 * belongs to, left or joined, and those whose progress_mode changed. Also records which tasks an initiative ever had.
 * The changes are read from the audit entries of the events: `limit 1` forces a lookup by time for each event, so that
 * the cost of a batch depends neither on the size of the log nor on how often a task has changed.
 */
export async function markForRecount(
  tx: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<WakeUp[]> {
  const counted = batch.filter(({ event_type }) => relevantEvents.includes(event_type));
  if (counted.length === 0) return [];
  const rows = await tx.rows<{ org_id: number }>(sql`
    with changes as (
      select e.*, a.before, a.after
      from unnest(${counted.map((one) => one.org_id)}::int[], ${counted.map((one) => one.aggregate_type)}::text[],
                  ${counted.map((one) => one.aggregate_id)}::int[], ${counted.map((one) => one.event_id)}::int8[],
                  ${counted.map((one) => one.occurred_at)}::timestamptz[]) e(org_id, kind, id, event_id, at)
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
    ),
    linked as (
      insert into initiative_tasks (org_id, initiative_id, task_id)
      select org_id, initiative_id, task_id from touched order by 1, 2, 3 on conflict do nothing
    ),
    noted as (
      insert into initiative_recounts as r (org_id, initiative_id)
      select org_id, initiative_id from touched
      union
      select org_id, id from changes where kind = 'initiative' and before ? 'progress_mode'
      order by 1, 2
      on conflict (org_id, initiative_id) do update set asks = r.asks + 1, asked_at = now()
      returning r.org_id
    )
    select distinct org_id from noted`);
  return organizationWakeUps(initiativesQueue, rows);
}

const relevantEvents = [
  'task.post_create',
  'task.post_update',
  'task.post_archive',
  'task.post_restore',
  'initiative.post_update',
];

export interface RecountRequest {
  initiative_id: number;
  asks: number;
}

export function findRecountRequests(
  platform: Platform,
  org_id: number,
  max: number,
): Promise<RecountRequest[]> {
  return readCrossTenant<RecountRequest>(
    platform,
    sql`select initiative_id, asks from initiative_recounts where org_id = ${org_id}
      order by initiative_id limit ${max}::int`,
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
    sql`with done as (
        select r.org_id, r.initiative_id from initiative_recounts r
        join unnest(${counted.map((one) => one.initiative_id)}::int[], ${counted.map((one) => one.asks)}::int[]) d(id, asks)
          on r.initiative_id = d.id and r.asks = d.asks
        where r.org_id = ${org_id} order by r.initiative_id for update of r
      )
      delete from initiative_recounts r using done
      where r.org_id = ${org_id} and r.initiative_id = done.initiative_id returning r.initiative_id`,
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
export function lockOverdue(tx: Transaction, caller: Caller, max: number): Promise<OverdueInitiative[]> {
  return tx.rows<OverdueInitiative>(
    sql`select i.id, i.name,
        (select jsonb_build_object('user_id', u.id, 'email', u.email) from ${employeesAs('e')} join ${liveUserOf('u', 'e')}
          where e.org_id = i.org_id and e.id = i.owner_employee_id and e.deleted_at is null and u.status = 'active') as "to"
      from initiatives i where i.org_id = ${caller.org_id} and ${isUpdateOverdue(caller.platform)}
      order by i.id limit ${max}::int for no key update of i skip locked`,
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
