import type { Client } from '@wfp/testing';
import type pg from 'pg';
import { seedColumns } from '../../packages/areas/src/tasks/testing/seeded-board.ts';

/** The organization, and the rows to which its tasks and their records refer. */
export interface Grown {
  org_id: number;
  owner_id: number;
  employee_id: number;
  initiative_id: number;
  webhook_id: number;
  template_id: number;
  /** The last tasks inserted. */
  tasks: Range;
}

/** Adjacent ids, inclusive. */
interface Range {
  first: number;
  last: number;
}

/**
 * Inserts rows into an organization until it has `total` tasks, as in one that has been used for months. Each task has a
 * comment, an event, an audit entry, a prompt run and a delivery; those with a due date also have a reminder.
 */
export async function growTo(admin: pg.Client, grown: Grown, total: number): Promise<void> {
  const { rows } = await admin.query('select count(*)::int as tasks from tasks where org_id = $1', [
    grown.org_id,
  ]);
  const missing = total - rows[0].tasks;
  // Skips the checks of foreign keys and the other triggers.
  await admin.query('begin; set local session_replication_role = replica');
  await insertPeople(admin, grown, Math.ceil(missing / 50));
  const made = await insertTasks(admin, grown, missing);
  for (const statement of ofEachTask) await admin.query(statement(grown, made));
  for (const statement of totals) await admin.query(statement(grown));
  await admin.query('commit');
  await admin.query('select merge_pending_entries()');
  grown.tasks = made;
}

async function insertPeople(admin: pg.Client, { org_id }: Grown, count: number): Promise<void> {
  await admin.query(
    `insert into employees (org_id, employee_number, first_name, last_name, status, employment_type, hire_date)
     select $1, 'G' || (select coalesce(max(id), 0) from employees) + n, 'Grace', 'Grown ' || n, 'active', 'full_time', '2024-01-01'
     from generate_series(1, $2::int) n`,
    [org_id, count],
  );
  await admin.query(
    `insert into task_labels (org_id, name) select $1, 'label ' || (select coalesce(max(id), 0) from task_labels) + n
     from generate_series(1, $2::int) n`,
    [org_id, Math.ceil(count / 10)],
  );
}

/** Inserts tasks at the end of their columns. */
async function insertTasks(
  admin: pg.Client,
  { org_id, owner_id, initiative_id }: Grown,
  count: number,
): Promise<Range> {
  const { rows } = await admin.query(
    `with people as (select array_agg(id) as ids from employees where org_id = $1),
     labels as (select array_agg(name) as names from task_labels where org_id = $1),
     columns as (select status, count(*) as length from tasks where org_id = $1 and slot is not null group by status),
     numbered as (
       select n, s.status, row_number() over (partition by s.status order by n) - 1 as nth from generate_series(1, $3::int) n
       cross join lateral (select (array['done', 'done', 'done', 'todo', 'in_progress', 'reviewing'])[1 + n % 6]::task_status as status) s),
     made as (
       insert into tasks (org_id, title, description, status, slot, priority, label, assigned_employee_id, initiative_id,
         due_at, reminder_offset, tags, created_at, updated_at, created_by, updated_by)
       select $1, 'Task ' || n || ' about topic ' || n % 97, 'Printer ' || n % 31 || ' does not respond since the update',
         status, (coalesce(c.length, 0) + nth) * board_gap(),
         (array['low', 'medium', 'high', 'urgent'])[1 + n % 4]::task_priority, names[1 + n % cardinality(names)],
         ids[1 + n % cardinality(ids)], $4::int,
         case when n % 3 = 0 then now() + (2 + n % 300) * interval '1 day' end, case when n % 3 = 0 then '1d' end,
         array['tag' || n % 50], now() - interval '1 hour', now() - interval '1 hour', $2, $2
       from people, labels, numbered left join columns c using (status) order by n returning id)
     select min(id) as first, max(id) as last from made`,
    [org_id, owner_id, count, initiative_id],
  );
  const { text, values } = seedColumns(org_id);
  await admin.query(text, values);
  return rows[0];
}

type Statement = (grown: Grown, made: Range) => string;

/** The required fields of the payload of an event, as JSON. */
export const payloadOf = (org_id: number, actor_id: number) =>
  JSON.stringify({
    org_id,
    actor_id,
    record_id: 1,
    record_type: 'task',
    action: 'create',
    timestamp: '2026-01-01T00:00:00.000Z',
  });

/** SQL for the time of the write of task `n`: each write has its own time. */
const timeOf = ({ first }: Range) =>
  `date_trunc('second', now()) - interval '1 hour' + (n - ${first}) * interval '20 ms'`;

/** Statements that insert the rows of each task. The ids of events and audit entries ascend with those of the tasks. */
const ofEachTask: readonly Statement[] = [
  ({ org_id }, { first, last }) =>
    `insert into task_texts (org_id, task_id, text)
     select org_id, id, task_text(title, label, description) from tasks
     where org_id = ${org_id} and id between ${first} and ${last}`,
  ({ org_id, owner_id }, { first, last }) =>
    `insert into task_comments (org_id, task_id, body, author_user_id)
     select ${org_id}, n, 'Seen again', ${owner_id} from generate_series(${first}, ${last}) n`,
  ({ org_id }, { first, last }) =>
    `insert into task_reminders (org_id, task_id, kind, "offset", remind_at, state)
     select ${org_id}, t.id, 'offset', '1d', t.due_at - interval '1 day',
       case when t.id % 9 = 0 then 'pending' else 'fired' end::task_reminder_state
     from tasks t where t.org_id = ${org_id} and t.id between ${first} and ${last} and t.due_at is not null`,
  ({ org_id }, { first, last }) =>
    `insert into task_relations (org_id, task_id, other_task_id, kind)
     select ${org_id}, n, n + 1, 'blocks' from generate_series(${first}, ${last - 1}, 5) n`,
  ({ org_id, owner_id }, { first, last }) =>
    `with made as (
       insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_user_ids)
       select ${org_id}, 'task', n, 'task.post_create', '${payloadOf(org_id, owner_id)}', ${timeOf({ first, last })}, array[${owner_id}] from generate_series(${first}, ${last}) n
       returning id, occurred_at)
     insert into event_log (org_id, seq, event_id, occurred_at)
     select ${org_id}, (select coalesce(max(seq), 0) from event_log where org_id = ${org_id}) + row_number() over (order by id), id, occurred_at
     from made`,
  ({ org_id, owner_id }, { first, last }) =>
    `insert into audit_log (org_id, occurred_at, actor_type, actor_id, action, resource, record_id, after, request_id)
     select ${org_id}, ${timeOf({ first, last })}, 'user', ${owner_id}, 'create', 'task', n, '{"title": "Task"}', 'grown'
     from generate_series(${first}, ${last}) n`,
  ({ org_id, template_id }, { first, last }) =>
    `insert into prompt_runs (org_id, template_id, template_version, hook, record_type, record_id, status, input, output, provider, latency_ms, cost, finished_at)
     select ${org_id}, ${template_id}, 1, 'task.post_create', 'task', n, 'succeeded', '{}', '{"reasoning": "Similar tasks"}', 'rules', n % 50, n % 9 * 0.001, now()
     from generate_series(${first}, ${last}) n`,
  ({ org_id, webhook_id }, { first, last }) =>
    `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, response_status, filed_at)
     select ${org_id}, ${webhook_id}, -n, at, 'task.post_create', 1, 'succeeded', at, at, 204, at
     from generate_series(${first}, ${last}) n cross join lateral (select ${timeOf({ first, last })} as at) written`,
  ({ org_id }, { first, last }) =>
    `insert into mails (org_id, to_address, kind, status, sent_at)
     select ${org_id}, 'owner@example.test', 'task_reminder', 'sent', now() from generate_series(${first}, ${last}, 10) n`,
];

/** Statements that write the derived rows, as if the relay and the lanes had processed all rows. */
const totals: readonly ((grown: Grown) => string)[] = [
  ({ org_id }) => `insert into initiative_tasks (org_id, initiative_id, task_id, effort, is_done)
     select org_id, initiative_id, id, effort, status = 'done' from tasks
     where org_id = ${org_id} and initiative_id is not null and status <> 'cancelled' and deleted_at is null
     on conflict (org_id, initiative_id, task_id) do update set effort = excluded.effort, is_done = excluded.is_done`,
  ({ org_id }) => `delete from initiative_task_counts where org_id = ${org_id}`,
  ({ org_id }) => `insert into initiative_task_counts (org_id, initiative_id, effort, tasks, done)
     select org_id, initiative_id, effort, count(*), count(*) filter (where is_done) from initiative_tasks
     where org_id = ${org_id} and effort is not null group by 1, 2, 3`,
  ({ org_id }) => `insert into audit_chain (org_id, seq, audit_id, prev_hash, hash, occurred_at)
     select ${org_id}, (select coalesce(max(seq), 0) from audit_chain where org_id = ${org_id}) + row_number() over (order by a.id),
       a.id, sha256('before'), sha256('after'), a.occurred_at
     from audit_log a left join audit_chain c on c.org_id = a.org_id and c.audit_id = a.id and c.occurred_at = a.occurred_at
     where a.org_id = ${org_id} and c.seq is null`,
  ({ org_id }) => `insert into audit_heads (org_id, seq, hash, sealed_id, settled_id)
     select ${org_id}, max(seq), sha256('after'), max(audit_id), max(audit_id) from audit_chain where org_id = ${org_id}
     on conflict (org_id) do update set seq = excluded.seq, hash = excluded.hash, sealed_id = excluded.sealed_id,
       settled_id = excluded.settled_id, settled_at = now(), announced_on = current_date`,
  ({
    org_id,
  }) => `insert into event_heads (org_id, seq) select ${org_id}, max(seq) from event_log where org_id = ${org_id}
     on conflict (org_id) do update set seq = excluded.seq`,
  ({ org_id }) => `delete from event_counts where org_id = ${org_id}`,
  ({ org_id }) => `insert into event_counts (org_id, is_month, starts_on, aggregate_type, event_type, count)
     select ${org_id}, is_month, date_trunc(case when is_month then 'month' else 'day' end, e.occurred_at at time zone 'UTC')::date,
       e.aggregate_type, e.event_type, count(*)
     from events e, (values (true), (false)) kinds(is_month)
     where e.org_id = ${org_id} and not e.is_private
       and not exists (select from outbox o where o.org_id = e.org_id and o.event_id = e.id)
     group by 2, 3, 4, 5`,
];

/** Creates the records to which the tasks and their records refer, through the API. */
export async function createGrown(admin: pg.Client, owner: Client, webhookUrl: string): Promise<Grown> {
  const make = async (path: string, body: object): Promise<any> => {
    const created = await owner.call('POST', path, body);
    if (created.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(created.body)}`);
    return created.body;
  };
  const { org_id, id: owner_id } = owner.user;
  const person = await make('/employees', { first_name: 'Ada', last_name: 'Byron', hire_date: '2020-01-01' });
  const initiative = await make('/initiatives', {
    name: 'Fewer printers',
    code: 'printers',
    owner_employee_id: person.id,
  });
  const webhook = await make('/webhooks', { url: webhookUrl });
  const { rows } = await admin.query(
    `select id from prompt_templates where org_id = $1 and hook = 'task.post_create'`,
    [org_id],
  );
  return {
    org_id,
    owner_id,
    employee_id: person.id,
    initiative_id: initiative.id,
    webhook_id: webhook.id,
    template_id: rows[0].id,
    tasks: { first: 0, last: 0 },
  };
}
