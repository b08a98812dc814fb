import { type NumberedEvent, organizationWakeUp, type Projection, type WakeUp } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { Prisma } from '@wfp/shared/db';
import { modelQueue, promptQueue } from './lane.store.ts';

const { sql, raw } = Prisma;

/** Usual time after which conditions were evaluated. If it takes longer, the sweeper wakes the lane that calls models. */
const conditionMs = 500;

const hooks: ReadonlySet<string> = new Set(['task.post_create', 'task.post_update']);

/**
 * Query that locks the pending run that event `h` replaces. With the cast and the additions, only the index on the
 * record can be used: the partial indexes on pending runs are usually empty when they are analyzed, but large if there
 * is a backlog.
 */
const pendingRun = raw(`select r.org_id, r.id from prompt_runs r
        where r.org_id = h.org_id and r.record_type = h.record_type and r.record_id = h.record_id
          and r.template_id + 0 = h.template_id and r.event_id + 0 < h.event_id and r.status::text = 'pending'
        for update skip locked`);

/** True if a template `p` is evaluated by a model. */
const usesModel = ({ LLM_PROVIDER }: Config) =>
  LLM_PROVIDER === 'rules'
    ? sql`false`
    : sql`(p.settings -> 'output' is null and coalesce(p.settings ->> 'provider', ${LLM_PROVIDER}::text) = ${LLM_PROVIDER}::text)`;

interface LaneOfRuns {
  org_id: number;
  calls_model: boolean;
  is_after_condition: boolean;
}

function wakeUpOf({ org_id, calls_model, is_after_condition }: LaneOfRuns): WakeUp {
  const wakeUp = organizationWakeUp(calls_model ? modelQueue : promptQueue, org_id);
  return is_after_condition ? { ...wakeUp, delayMs: conditionMs } : wakeUp;
}

/**
 * Inserts the runs for a batch of events, in the relay's transaction. A run for a newer event of a record replaces a
 * pending one, unless the template's condition depends on the changes of the event or on its actor
 * (`depends_on_event`, which a trigger maintains). Runs of models with a condition are first evaluated without the model.
 *
 * @returns the wake-ups of the lanes
 */
export async function projectRuns(
  tx: Parameters<Projection['project']>[0],
  batch: readonly NumberedEvent[],
  config: Config,
): Promise<WakeUp[]> {
  const relevant = batch.filter((one) => hooks.has(one.event_type) && !one.is_private);
  if (relevant.length === 0) return [];
  const lanes = await tx.rows<LaneOfRuns>(sql`
    with happened as materialized (
      select distinct on (e.org_id, e.record_id, p.id, case when p.depends_on_event then e.event_id end) e.org_id, e.record_type, e.record_id, e.event_id, e.hook,
        p.id as template_id, p.version, p.depends_on_event as is_of_each,
        ${usesModel(config)} as uses_model, p.condition is not null as has_condition
      from unnest(${relevant.map((one) => one.org_id)}::int[], ${relevant.map((one) => one.aggregate_type)}::text[],
                  ${relevant.map((one) => one.aggregate_id)}::int[], ${relevant.map((one) => one.event_id)}::int8[],
                  ${relevant.map((one) => one.event_type)}::text[], ${relevant.map((one) => one.seq)}::int8[])
        e(org_id, record_type, record_id, event_id, hook, seq)
      join prompt_templates p on p.org_id = e.org_id and p.hook = e.hook
      where p.is_enabled and p.deleted_at is null
      order by e.org_id, e.record_id, p.id, case when p.depends_on_event then e.event_id end, e.seq desc
    ),
    waiting as (
      select w.org_id, w.id from happened h cross join lateral (${pendingRun}) w where not h.is_of_each
    ),
    replaced as (
      update prompt_runs r set status = 'skipped', finished_at = now(), updated_at = greatest(now(), r.updated_at + interval '1 millisecond'),
        error = 'Replaced by a newer event of the record'
      from waiting w where r.org_id = w.org_id and r.id = w.id
    ),
    made as (
      insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type, record_id, calls_model)
      select org_id, template_id, version, event_id, hook, record_type, record_id, uses_model and not has_condition
      from happened order by org_id, event_id, template_id
      on conflict do nothing
      returning org_id, calls_model
    )
    select org_id, calls_model, false as is_after_condition from made
    union select org_id, true, true from happened where uses_model and has_condition`);
  return lanes.map(wakeUpOf);
}
