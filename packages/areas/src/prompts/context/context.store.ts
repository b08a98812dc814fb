import type { Caller } from '@wfp/shared';
import { byKey, Prisma, readOne, readRows } from '@wfp/shared/db';
import { employeesAs } from '../../employees/index.ts';
import { activeTaskCategories } from '../../enums/index.ts';
import { organizationsAs, restrictsLabels } from '../../organizations/index.ts';
import { liveLabels } from '../../task-labels/index.ts';
import { doneTasks, liveTasks, newestLabels, newestRelations, tasksAs } from '../../tasks/index.ts';
import type {
  FinishedTask,
  HistoryEntry,
  JsonObject,
  LinkedTask,
  TaskContext,
  TaskFacts,
  TaskRelation,
} from '../prompt.ts';
import { findPeople } from './people.store.ts';

const { sql, raw } = Prisma;

/** Bounds the rows that each part reads, whatever the size of the organization. */
const maxRows = { history: 100, relations: 50, labels: 50, labelled: 2_000, finished: 2_000, similar: 20 };
const limit = (name: keyof typeof maxRows) => raw(`limit ${maxRows[name]}`);

export interface LoadedContext {
  context: TaskContext;
  /** The record before the event; null if unknown. */
  before: TaskFacts | null;
  /** The user who caused the event, if there is one. */
  actor_id?: number | null;
}

/**
 * Loads the context of a task in four statements with bounded work; undefined if the task does not exist.
 *
 * @param event_id the event to undo in `before`
 */
export async function loadContext(
  caller: Caller,
  task_id: number,
  event_id: number | null,
): Promise<LoadedContext | undefined> {
  const [details, events] = await Promise.all([
    findTaskDetails(caller, task_id),
    findHistory(caller, task_id, event_id),
  ]);
  if (!details) return undefined;
  const similar = await findSimilar(caller, details.record);
  const people = await findPeople(caller, details.record, similar);
  const now = caller.platform.clock.now().toISOString();
  const history = events.slice(-maxRows.history).map(({ id, ...entry }) => entry);
  const event = events.find((one) => one.id === event_id);
  const { record } = details;
  return {
    context: { now, ...details, history, people, similar },
    before: event ? revertChanges(record, event.changes) : null,
    actor_id: event?.actor_id ?? null,
  };
}

function revertChanges(record: TaskFacts, changes: HistoryEntry['changes']): TaskFacts {
  const was = Object.entries(changes).flatMap(([field, [before]]) =>
    field in record ? [[field, before]] : [],
  );
  return { ...record, ...(Object.fromEntries(was) as JsonObject) };
}

const linkedTaskJson =
  raw(`jsonb_build_object('id', o.id, 'title', o.title, 'status', o.status, 'due_at', wire_time(o.due_at),
  'is_assigned', o.assigned_employee_id is not null or o.assigned_team_id is not null or o.assigned_to is not null)`);

const recordFields = raw(`jsonb_build_object('id', t.id, 'title', t.title, 'description', t.description,
  'status', t.status, 'priority', t.priority, 'label', t.label, 'category_code', t.category_code,
  'effort', t.effort, 'task_type', t.task_type, 'assigned_employee_id', t.assigned_employee_id,
  'assigned_team_id', t.assigned_team_id, 'assigned_to', t.assigned_to, 'parent_task_id', t.parent_task_id,
  'initiative_id', t.initiative_id, 'due_at', wire_time(t.due_at), 'tags', t.tags,
  'created_at', wire_time(t.created_at), 'updated_at', wire_time(t.updated_at), 'created_by', t.created_by)`);

/** The kind of a relation from the view of task `t`. `duplicates` has no inverse: the other side is `relates_to`. */
const relationKind = raw(`case when l.task_id = t.id then l.kind::text else case l.kind
  when 'blocks' then 'blocked_by' when 'precedes' then 'preceded_by' else 'relates_to' end end`);

const relationsJson = sql`(select coalesce(jsonb_agg(r.one), '[]') from (
    select jsonb_build_object('kind', ${relationKind}, 'task', ${linkedTaskJson}) as one
    ${newestRelations('t', maxRows.relations)}) r)`;

const catalogue = liveLabels(sql`t.org_id`);

/** Labels of the newest tasks by use, then the labels of the catalogue; only the catalogue if it is binding. */
export const labelUsage = sql`(select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'uses', b.uses) order by b.uses desc, b.name), '[]') from (
    select a.name, sum(a.uses)::int as uses from (
      select n.label as name, count(*) as uses from (
        ${newestLabels('t', maxRows.labelled)}) n where n.label is not null group by n.label
      union all
      select l.name, 0 ${catalogue}
    ) a
    where a.name in (select l.name ${catalogue})
      or not ${restrictsLabels(sql`t.org_id`)}
    group by a.name order by 2 desc, 1 ${limit('labels')}) b)`;

export const activeCategories = sql`(select coalesce(jsonb_agg(jsonb_build_object('code', v.code, 'name', v.label) order by v.position, v.id), '[]')
    ${activeTaskCategories(sql`t.org_id`)})`;

interface TaskDetails {
  record: TaskFacts;
  parent: LinkedTask | null;
  relations: TaskRelation[];
  organization: TaskContext['organization'];
}

function findTaskDetails(caller: Caller, task_id: number): Promise<TaskDetails | undefined> {
  return readOne<TaskDetails>(
    caller,
    sql`select ${recordFields} as record, ${relationsJson} as relations,
        (select ${linkedTaskJson} from ${tasksAs('o')} where o.org_id = t.org_id and o.id = t.parent_task_id and o.deleted_at is null) as parent,
        jsonb_build_object('name', (select n.name from ${organizationsAs('n')} where n.id = t.org_id),
          'labels', ${labelUsage}, 'categories', ${activeCategories}) as organization
      ${liveTasks(caller.org_id)} and t.id = ${task_id}::int`,
  );
}

/** The logged value; long texts are cut. */
const truncatedValue = (side: 'before' | 'after') =>
  raw(`case when octet_length((a.${side} -> f.key)::text) > 500 then to_jsonb(left(a.${side} ->> f.key, 500))
    else coalesce(a.${side} -> f.key, 'null') end`);

/**
 * Returns the latest events of a task, oldest first, with the task fields that each changed. Includes the event
 * `event_id`, however old it is.
 */
async function findHistory(
  caller: Caller,
  task_id: number,
  event_id: number | null,
): Promise<(HistoryEntry & { id: number })[]> {
  const ofTask = sql`e.org_id = ${caller.org_id} and e.aggregate_type = 'task' and e.aggregate_id = ${task_id}::int`;
  const latest = await readRows<HistoryEntry & { id: number }>(
    caller,
    byKey(sql`select e.id::float8 as id, e.event_type, wire_time(e.occurred_at) as occurred_at,
        (e.payload ->> 'actor_id')::int as actor_id, coalesce(c.changes, '{}') as changes
      from (
        (select e.org_id, e.id, e.event_type, e.occurred_at, e.payload from events e
          where ${ofTask} and not e.is_private order by e.id desc ${limit('history')})
        union
        select e.org_id, e.id, e.event_type, e.occurred_at, e.payload from events e
          where ${ofTask} and e.id = ${event_id}::int8
      ) e
      left join lateral (
        select a.before, a.after from audit_log a where a.org_id = e.org_id and a.occurred_at = e.occurred_at
          and a.event_id = e.id and a.resource = 'task' limit 1
      ) a on true
      left join lateral (
        select jsonb_object_agg(f.key, jsonb_build_array(${truncatedValue('before')}, ${truncatedValue('after')})) as changes
        from jsonb_each(coalesce(a.after, a.before)) f
        where f.key not in ('org_id', 'id', 'slot', 'created_at', 'updated_at', 'created_by', 'updated_by')
      ) c on true
      order by e.id desc`),
  );
  return latest.reverse();
}

const matchingWords = raw(`(select count(*) from unnest(w.words) x where strpos(lower(t.title), x) > 0)`);

/** Returns the tasks most similar to a task among the last ones in the `done` column. */
export function findSimilar(
  caller: Caller,
  { id, title, label, category_code }: TaskFacts,
): Promise<FinishedTask[]> {
  return readRows<FinishedTask>(
    caller,
    byKey(sql`select s.id, s.title, s.priority, s.label, s.category_code, s.assigned_employee_id as done_by_employee_id,
        case when s.assigned_to is not null then s.assigned_to
          when s.assigned_employee_id is not null then
            (select m.user_id from ${employeesAs('m')} where m.org_id = s.org_id and m.id = s.assigned_employee_id)
          when s.assigned_team_id is null then (d.payload ->> 'actor_id')::int end as done_by_user_id,
        wire_time(coalesce(d.occurred_at, s.updated_at)) as completed_at
      from (
        select t.*, 2 * ${matchingWords} + case when t.label = ${label}::text then 3 else 0 end
          + case when t.category_code = ${category_code}::text and t.category_code <> 'general' then 1 else 0 end as score
        from (
          ${doneTasks(caller.org_id, id, maxRows.finished)}
        ) t cross join (select ${extractWords(title)}::text[] as words) w
        order by score desc, t.slot desc ${limit('similar')}
      ) s
      left join lateral (
        select e.occurred_at, e.payload from events e where e.org_id = s.org_id and e.aggregate_type = 'task'
          and e.aggregate_id = s.id and e.event_type = 'task.completed' order by e.id desc limit 1
      ) d on true
      where s.score > 0 order by s.score desc, completed_at desc, s.id desc`),
  );
}

const maxWords = 12;

/** The longest distinct words of a title, in lower case, without common words. */
function extractWords(title: string): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const distinct = [...new Set(words)].filter((word) => !commonWords.has(word));
  return distinct.toSorted((a, b) => b.length - a.length).slice(0, maxWords);
}

const commonWords: ReadonlySet<string> = new Set(
  `with from that this into have been when what will your their there details after before please need needs make
  should could would task tasks update check
  eine einen einer oder nicht werden wird sind dass auch nach über
  avec dans pour cette sont plus mais
  para como esta este pero desde sobre`.split(/\s+/),
);
