import type { PoolClient } from 'pg';
import type { Installation } from '../processes/installation.ts';
import { beginColumns, slotAt } from '../tasks/board-columns.ts';
import type { Company } from './company.ts';

export interface GrownTask {
  id: number;
  status: string;
}

/**
 * Inserts tasks with all rows that their creates, updates and comments would have added: events with their numbers and
 * counts, audit entries in a chain, results of prompts, reminders, comments, links of initiatives and delivered
 * webhooks, since the beginning of the month. Hashes of the chain are arbitrary.
 *
 * @param updates of each task, a second apart
 */
export async function growTasks(
  { database }: Installation,
  company: Company,
  count: number,
  updates: number,
): Promise<GrownTask[]> {
  const client = await database.connect();
  try {
    await client.query('begin');
    // Without triggers and checks of foreign keys: on tables without statistics a check may read a whole organization.
    await client.query('set local session_replication_role = replica');
    await client.query('set local synchronous_commit = off');
    const { rows } = await client.query<GrownTask>(insertTasks, taskValues(company, count));
    await beginColumns(client, [company.tenant.org_id]);
    await insertHistory(client, company.tenant.org_id, updates);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function taskValues({ tenant, user_id, employees, teams, initiatives }: Company, count: number): unknown[] {
  return [tenant.org_id, count, user_id, employees, teams, initiatives];
}

/** SQL for an item of an array. `n` counts from 0 and starts again at the end of the array. */
const pick = (array: string, n: string) => `(${array})[1 + (${n}) % cardinality(${array})]`;
const words = (...all: string[]) => `array['${all.join("', '")}']`;

const verbs = words(
  'Prepare',
  'Review',
  'Update',
  'Check',
  'Send',
  'Plan',
  'Fix',
  'Order',
  'Translate',
  'Sign',
);
const things = words(
  'the quarterly report',
  'the contract with the landlord',
  'the budget of the team',
  'the travel expenses',
  'the list of open positions',
  'the backup of the mail server',
  'the offer for a new customer',
  'the training for new colleagues',
  'the invoice of the supplier',
  'the plan of the next release',
  'the security audit',
);
const details = words(
  'Collect the figures of every team, compare them with the plan, and name what has changed.',
  'Ask the legal department whether the new terms apply, and write down the answer.',
  'The customer expects an answer this week; include prices and dates.',
  'The last attempt failed because access was missing. Request it first.',
);
/** SQL for a status, by `m` from 0 to 99: of 100 tasks, 25 are to do, 18 in other open columns, 57 finished. */
const status = `(case when m < 25 then 'todo' when m < 35 then 'in_progress' when m < 40 then 'reviewing'
  when m < 43 then 'blocked' when m < 95 then 'done' else 'cancelled' end)::task_status`;

/** One task in ten is a subtask of the one before it. One in four has no assignee; the others a team, a user or an employee. */
const insertTasks = `
  with base as materialized (
    select setval('tasks_id_seq', nextval('tasks_id_seq') + $2::int) - $2::int as id,
      date_trunc('month', now()) as first, now() - interval '1 minute' - date_trunc('month', now()) as length
  ),
  numbered as (
    select n, ${status} as status, first + length * n / $2::int as at
    from base, generate_series(0, $2::int - 1) n, lateral (select n * 37 % 100 as m) x
  )
  insert into tasks (org_id, id, title, description, status, slot, priority, label, category_code, effort, task_type,
    assigned_employee_id, assigned_team_id, assigned_to, parent_task_id, initiative_id, due_at, reminder_offset, tags,
    created_at, updated_at, created_by, updated_by)
  select $1, base.id + n, ${pick(verbs, 'n * 7')} || ' ' || ${pick(things, 'n * 13')} || ' ' || n, ${pick(details, 'n / 3')},
    status, ${slotAt('(row_number() over (partition by status order by n))::int - 1')},
    ${pick('enum_range(null::task_priority)', 'n * 3')},
    ${pick(words('finance', 'hiring', 'legal', 'office', 'sales', 'security', 'support', 'travel'), 'n * 11')},
    ${pick(words('general', 'bug', 'improvement', 'documentation'), 'n * 5')},
    ${pick('enum_range(null::task_effort)', 'n * 5')}, ${pick('enum_range(null::task_type)', 'n * 2')},
    case when n % 4 in (1, 2) then ${pick('$4::int[]', 'n')} end, case when n % 4 = 3 and n % 8 < 4 then ${pick('$5::int[]', 'n')} end,
    case when n % 8 = 7 then $3::int end, case when n % 10 = 9 then base.id + n - 1 end, ${pick('$6::int[]', 'n / 2')},
    at + (2 + n % 45) * interval '1 day', '1d', array[${pick(words('internal', 'external', 'yearly'), 'n')}, 'tag-' || n % 50],
    at, at + interval '1 second', $3, $3
  from base, numbered
  returning id, status::text`;

/** Creates a table with the history of all tasks in the order of time. `k` numbers the events and their audit entries. */
const listHistory = (updates: number) => `
  create temporary table history on commit drop as
  select row_number() over (order by at, t.id, kind)::int as k, t.id, kind, at, event_type, t.title, t.status, t.created_by
  from tasks t, lateral (values
    (1, t.created_at, 'task.post_create'),
    (2, t.created_at + interval '200 milliseconds', 'prompt_run.completed'),
    (3, case when t.id % 2 = 0 then t.created_at + interval '300 milliseconds' end, 'task.comment.created'),
    (4, t.updated_at, 'task.post_update'),
    (5, case when t.status = 'done' then t.updated_at end, 'task.completed')
    union all select 4, t.updated_at + n * interval '1 second', 'task.post_update'
      from generate_series(1, ${updates - 1}) n) h(kind, at, event_type)
  where t.org_id = $1 and at is not null`;

/** Reserves ids for the whole history and reads the heads that it continues. */
const reserveIds = `
  create temporary table reserved on commit drop as
  select $1::int as org_id, h.seq, a.seq as chained, h.count,
    setval('events_id_seq', nextval('events_id_seq') + h.count) - h.count as event_base,
    setval('audit_log_id_seq', nextval('audit_log_id_seq') + h.count) - h.count as audit_base,
    setval('prompt_runs_id_seq', nextval('prompt_runs_id_seq') + h.count) - h.count as run_base
  from (select coalesce((select seq from event_heads where org_id = $1), 0) as seq, count(*) as count from history) h,
    (select coalesce((select seq from audit_heads where org_id = $1), 0) as seq) a`;

const isOfRun = "h.event_type = 'prompt_run.completed'";
const aggregate = `case when ${isOfRun} then 'prompt_run' else 'task' end`;
const recordId = `case when ${isOfRun} then run_base + k else h.id end`;

/** Statements that insert the history, in the order in which the service would have inserted the rows. */
const inserts = [
  `insert into events (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_user_ids)
   select org_id, event_base + k, ${aggregate}, ${recordId}, event_type,
     jsonb_build_object('org_id', org_id, 'actor_id', created_by, 'record_id', ${recordId}, 'record_type', ${aggregate},
       'record_name', title, 'action', split_part(event_type, '.', 2), 'timestamp', at),
     at, array[created_by] from history h, reserved order by k`,
  `insert into event_log (org_id, seq, event_id, occurred_at)
   select org_id, seq + k, event_base + k, at from history, reserved order by k`,
  `insert into event_counts as c (org_id, is_month, starts_on, aggregate_type, event_type, count)
   select org_id, is_month, starts_on::date, ${aggregate}, event_type, count(*) from history h, reserved,
     lateral (values (false, at at time zone 'UTC'), (true, date_trunc('month', at at time zone 'UTC'))) s(is_month, starts_on)
   group by 1, 2, 3, 4, 5
   on conflict (org_id, is_month, starts_on, aggregate_type, event_type) do update set count = c.count + excluded.count`,
  `insert into event_heads (org_id, seq) select org_id, seq + count from reserved
   on conflict (org_id) do update set seq = excluded.seq`,
  `insert into audit_log (org_id, id, occurred_at, event_id, actor_type, actor_id, action, resource, record_id, before, after, request_id)
   select r.org_id, audit_base + k, at, event_base + k, case when ${isOfRun} then 'system' else 'user' end::audit_actor_type,
     case when not ${isOfRun} then h.created_by end, (array['create', 'run', 'create', 'update', 'complete'])[kind],
     case kind when 2 then 'prompt_run' when 3 then 'task_comment' else 'task' end, ${recordId},
     case kind when 2 then '{"status": "running", "model": null, "provider": null, "latency_ms": null, "finished_at": null}'
       when 4 then jsonb_build_object('title', 'Untitled', 'updated_at', t.created_at) when 5 then '{"status": "todo"}' end,
     case kind when 1 then jsonb_strip_nulls(to_jsonb(t)) when 2 then ${`jsonb_build_object('status', 'succeeded', 'model', 'rules-2',
       'provider', 'rules', 'latency_ms', 5, 'finished_at', at, 'record_version', t.updated_at, 'record_state', jsonb_build_object(
       'label', t.label, 'status', t.status, 'priority', t.priority, 'category_code', t.category_code))`}
       when 4 then jsonb_build_object('title', h.title, 'updated_at', t.updated_at) when 5 then '{"status": "done"}'
       else '{"body": "Done as agreed."}' end,
     'bench-' || k
   from history h join tasks t on t.org_id = $1 and t.id = h.id, reserved r order by k`,
  `insert into audit_chain (org_id, seq, audit_id, prev_hash, hash, occurred_at)
   select org_id, chained + k, audit_base + k, sha256((k - 1)::text::bytea), sha256(k::text::bytea), at
   from history, reserved order by k`,
  `insert into audit_heads (org_id, seq, hash, sealed_id, settled_id)
   select org_id, chained + count, sha256(count::text::bytea), audit_base + count, audit_base + count from reserved
   on conflict (org_id) do update set seq = excluded.seq, hash = excluded.hash, sealed_id = excluded.sealed_id, settled_id = excluded.settled_id`,
  `insert into prompt_runs (org_id, id, template_id, template_version, event_id, hook, record_type, record_id, record_version,
     record_state, status, output, mentions, provider, model, latency_ms, attempts, due_at, created_at, updated_at, finished_at)
   select r.org_id, run_base + k, p.id, p.version, event_base + k - 1, p.hook, 'task', h.id, at, '{"status": "todo"}', 'succeeded',
     jsonb_build_object('label', 'finance', 'category', 'improvement', 'priority', 'medium', 'reasoning',
       'Priority medium: neither its text nor its dates suggest another priority.'), '{}', 'rules', 'rules-2', 5, 1, at, at, at, at
   from history h, reserved r join prompt_templates p on p.org_id = r.org_id and p.code = 'triage-task' where ${isOfRun} order by k`,
  `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at,
     started_at, finished_at, duration_ms, response_status, response_headers, response_body, created_at, filed_at)
   select r.org_id, w.id, event_base + k, at, event_type, 1, 'succeeded', at, at, at, 5, 204, '{"connection": "keep-alive"}', '', at, at
   from history h, reserved r join webhook_endpoints w on w.org_id = r.org_id where not ${isOfRun} order by k`,
  `insert into task_reminders (org_id, task_id, kind, "offset", remind_at, state, created_at, updated_at)
   select org_id, id, 'offset', reminder_offset, due_at - interval '1 day',
     (case when status in ('done', 'cancelled') then 'cancelled' when due_at < now() + interval '2 days' then 'missed'
       else 'pending' end)::task_reminder_state, created_at, created_at
   from tasks where org_id = $1 order by id`,
  `insert into task_texts (org_id, task_id, text)
   select org_id, id, task_text(title, label, description) from tasks where org_id = $1 order by id`,
  `insert into task_comments (org_id, task_id, body, author_user_id, created_at, updated_at)
   select r.org_id, id, 'Done as agreed.', created_by, at, at from history, reserved r where kind = 3 order by k`,
  `insert into initiative_tasks (org_id, initiative_id, task_id, effort, is_done)
   select org_id, initiative_id, id, case when status <> 'cancelled' then effort end, status = 'done'
   from tasks where org_id = $1 and initiative_id is not null order by initiative_id, id`,
  `insert into initiative_task_counts (org_id, initiative_id, effort, tasks, done)
   select org_id, initiative_id, effort, count(*), count(*) filter (where is_done) from initiative_tasks
   where org_id = $1 and effort is not null group by org_id, initiative_id, effort`,
];

async function insertHistory(client: PoolClient, org_id: number, updates: number): Promise<void> {
  await client.query('select from audit_heads where org_id = $1 for update', [org_id]);
  await client.query(listHistory(updates).replaceAll('$1', String(org_id)));
  await client.query(reserveIds.replaceAll('$1', String(org_id)));
  for (const insert of inserts) await client.query(insert.replaceAll('$1', String(org_id)));
}
