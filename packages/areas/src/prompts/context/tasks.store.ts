import type { Caller } from '@wfp/shared';
import { byKey, Prisma, readRows } from '@wfp/shared/db';
import { newestRelations, tasksAs } from '../../tasks/index.ts';
import type { HistoryEntry, LinkedTask, TaskFacts, TaskRelation } from '../prompt.ts';

const { sql, raw } = Prisma;

/** Bounds the rows that each part reads, regardless of the size of the organization. */
export const maxHistory = 100;
const maxRelations = 50;

export interface TaskRequest {
  task_id: number;
  /** The event that led to the request. */
  event_id: number | null;
  /** The events to read: the latest ones, only `event_id`, or none. */
  history: 'latest' | 'event' | 'none';
  /** The fields whose changes are returned with events; null for all fields. */
  changes: readonly string[] | null;
  /** The maximum length of the description; null for the whole. */
  maxDescription: number | null;
}

const linkedTaskJson =
  raw(`jsonb_build_object('id', o.id, 'title', o.title, 'status', o.status, 'due_at', wire_time(o.due_at),
  'is_assigned', o.assigned_employee_id is not null or o.assigned_team_id is not null or o.assigned_to is not null)`);

const recordFields = raw(`jsonb_build_object('id', t.id, 'title', t.title,
  'description', case when v.max_description is null then t.description else left(t.description, v.max_description) end,
  'status', t.status, 'priority', t.priority, 'label', t.label, 'category_code', t.category_code,
  'effort', t.effort, 'task_type', t.task_type, 'assigned_employee_id', t.assigned_employee_id,
  'assigned_team_id', t.assigned_team_id, 'assigned_to', t.assigned_to, 'parent_task_id', t.parent_task_id,
  'initiative_id', t.initiative_id, 'due_at', wire_time(t.due_at), 'tags', t.tags,
  'created_at', wire_time(t.created_at), 'updated_at', wire_time(t.updated_at), 'created_by', t.created_by)`);

/**
 * SQL for the kind of a relation from the view of task `t`. `duplicates` has no inverse: the other side is
 * `relates_to`.
 */
const relationKind = raw(`case when l.task_id = t.id then l.kind::text else case l.kind
  when 'blocks' then 'blocked_by' when 'precedes' then 'preceded_by' else 'relates_to' end end`);

const relationsJson = sql`(select coalesce(jsonb_agg(r.one), '[]') from (
    select jsonb_build_object('kind', ${relationKind}, 'task', ${linkedTaskJson}) as one
    ${newestRelations('t', maxRelations)}) r)`;

export interface TaskDetails {
  record: TaskFacts;
  parent: LinkedTask | null;
  relations: TaskRelation[];
}

/** Returns tasks with their relations, in the order of the requests; undefined for one that does not exist. */
export async function findTaskDetails(
  caller: Caller,
  requests: readonly TaskRequest[],
): Promise<(TaskDetails | undefined)[]> {
  const rows = await readRows<TaskDetails & { place: number }>(
    caller,
    sql`select v.place::int as place, ${recordFields} as record, ${relationsJson} as relations,
        (select ${linkedTaskJson} from ${tasksAs('o')} where o.org_id = t.org_id and o.id = t.parent_task_id and o.deleted_at is null) as parent
      from unnest(${requests.map((one) => one.task_id)}::int[], ${requests.map((one) => one.maxDescription)}::int[])
        with ordinality v(id, max_description, place)
      cross join lateral (
        select t.* from ${tasksAs('t')} where t.org_id = ${caller.org_id} and t.id = v.id offset 0
      ) t
      where t.deleted_at is null`,
  );
  const found = new Map(rows.map(({ place, ...details }) => [place, details]));
  return requests.map((_, index) => found.get(index + 1));
}

/** SQL for a value of the audit entry; a long one becomes text of 500 characters. */
const truncatedValue = (side: 'before' | 'after') =>
  raw(`case when octet_length((a.${side} -> f.key)::text) > 500 then to_jsonb(left(a.${side} ->> f.key, 500))
    else coalesce(a.${side} -> f.key, 'null') end`);

export type TaskEvent = HistoryEntry & { id: number };

/**
 * Returns for each request, in the same order, the events of its task that `history` selects, with the changes that
 * `changes` selects, oldest first. `latest` selects the last 100 that are not private, and also the event of the
 * request, however old it is.
 */
export async function findHistories(
  caller: Caller,
  requests: readonly TaskRequest[],
): Promise<TaskEvent[][]> {
  const wanted = requests.filter(({ history }) => history !== 'none');
  const ofTask = sql`e.org_id = ${caller.org_id} and e.aggregate_type = 'task' and e.aggregate_id = v.task_id`;
  const rows =
    wanted.length === 0
      ? []
      : await readRows<TaskEvent & { place: number }>(
          caller,
          byKey(sql`select v.place::int as place, e.id::float8 as id, e.event_type, wire_time(e.occurred_at) as occurred_at,
        (e.payload ->> 'actor_id')::int as actor_id, coalesce(c.changes, '{}') as changes
      from unnest(${wanted.map((one) => one.task_id)}::int[], ${wanted.map((one) => one.event_id)}::int8[],
          ${wanted.map((one) => one.history === 'latest')}::bool[], ${wanted.map((one) => one.changes?.join() ?? null)}::text[])
        with ordinality v(task_id, event_id, is_latest, fields, place)
      cross join lateral (
        (select e.org_id, e.id, e.event_type, e.occurred_at, e.payload from events e
          where v.is_latest and ${ofTask} and not e.is_private order by e.id desc ${raw(`limit ${maxHistory}`)})
        union
        select e.org_id, e.id, e.event_type, e.occurred_at, e.payload from events e
          where ${ofTask} and e.id = v.event_id
      ) e
      left join lateral (
        select a.before, a.after from audit_log a where a.org_id = e.org_id and a.occurred_at = e.occurred_at
          and a.event_id = e.id and a.resource = 'task' and a.record_id = v.task_id limit 1
      ) a on true
      left join lateral (
        select jsonb_object_agg(f.key, jsonb_build_array(${truncatedValue('before')}, ${truncatedValue('after')})) as changes
        from (
          select key from jsonb_object_keys(coalesce(a.after, a.before)) key where v.fields is null
            and key not in ('org_id', 'id', 'slot', 'created_at', 'updated_at', 'created_by', 'updated_by')
          union all
          select key from string_to_table(v.fields, ',') key where coalesce(a.after, a.before) ? key
        ) f
      ) c on true
      order by e.id`),
        );
  const events = Map.groupBy(rows, ({ place }) => wanted[place - 1]);
  return requests.map((one) => (events.get(one) ?? []).map(({ place, ...event }) => event));
}
