/**
 * SQL that inserts the rows that the service inserts with a changed row (event, outbox row and audit entry), and returns
 * the rows of the preceding query `task`.
 */
const recordOf = (phase: string, action: string, requestId: string) => `
event as (
  insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_user_ids)
  select org_id, 'task', id, 'task.${phase}',
         jsonb_build_object('org_id', org_id, 'actor_id', created_by, 'record_id', id, 'record_type', 'task',
                            'record_name', title, 'action', '${phase}', 'timestamp', now()),
         now(), array[created_by]
  from task returning id, org_id, occurred_at
),
queued as (
  insert into outbox (event_id, org_id, occurred_at) select id, org_id, occurred_at from event
),
audited as (
  insert into audit_log (org_id, occurred_at, event_id, actor_type, actor_id, actor_name, action, resource,
                         record_id, after, request_id)
  select t.org_id, now(), e.id, 'user', t.created_by, 'Bench', '${action}', 'task', t.id, to_jsonb(t), ${requestId}
  from task t cross join event e
)
select * from task`;

/** Tasks that were inserted directly have lower slots. */
const firstFreeSlot = 1_000_000_000_000_000;

/** The slot comes from a sequence, so no create waits for another. */
export const createStatement = `
with task as (
  insert into tasks (org_id, title, description, priority, label, slot, created_by, updated_by)
  values ($1, $2, $3, $4, $5, nextval('floor_slots'), $6, $6)
  returning *
),${recordOf('post_create', 'create', '$7')}`;

export const patchStatement = `
with task as (
  update tasks set title = $3, priority = $4, updated_at = now(), updated_by = $5
  where org_id = $1 and id = $2 and deleted_at is null returning *
),${recordOf('post_update', 'update', '$6')}`;

/** The slot comes from the sequence: no column is locked, and no gap is closed. */
export const moveStatement = `
with task as (
  update tasks set status = $3, slot = -nextval('floor_slots'), updated_at = now(), updated_by = $4
  where org_id = $1 and id = $2 and deleted_at is null returning *
),${recordOf('post_update', 'update', '$5')}`;

export const readStatement = 'select * from tasks where org_id = $1 and id = $2 and deleted_at is null';

const listed = 'org_id = $1 and deleted_at is null and slot is not null';
export const listStatement = `select * from tasks where ${listed} order by status, slot limit $2`;
export const countStatement = `select count(*)::int as total from tasks where ${listed}`;

/** Selects the first tasks of a column in order, each with its position and the length of the column. */
export const columnStatement = `
select t.*, row_number() over (order by t.slot) - 1 as position, k.length as total
from task_columns k join tasks t on t.org_id = k.org_id and t.status = k.status and t.slot is not null
where k.org_id = $1 and k.status = $2 order by t.slot limit $3`;

/**
 * The fields of a task that a client can set, except the status, with their types, in the order of the values of the
 * statements below.
 */
export const fields = {
  title: 'text',
  description: 'text',
  priority: 'task_priority',
  label: 'text',
  category_code: 'text',
  effort: 'task_effort',
  task_type: 'task_type',
  assigned_employee_id: 'int',
  assigned_team_id: 'int',
  assigned_to: 'int',
  parent_task_id: 'int',
  initiative_id: 'int',
  due_at: 'timestamptz',
  reminder_offset: 'text',
  tags: 'text[]',
} as const;
const names = Object.keys(fields);
/** Values begin at $5. */
const values = Object.values(fields).map((type, index) => `$${index + 5}::${type}`);

/** $1 organization, $2 request id, $3 user, $4 status. Locks the column to get the next slot, as the service does. */
export const createInColumnStatement = `
with place as (
  insert into floor_columns as k (org_id, status, length) values ($1, $4::task_status, 1)
  on conflict (org_id, status) do update set length = k.length + 1 returning length
), task as (
  insert into tasks (org_id, created_by, updated_by, status, slot, ${names.join(', ')})
  select $1, $3::int, $3::int, $4::task_status, ${firstFreeSlot} + length, ${values.join(', ')} from place
  returning *
),${recordOf('post_create', 'create', '$2')}`;

/** $1 organization, $2 request id, $3 user, $4 task. */
export const patchAllStatement = `
with task as (
  update tasks set (${names.join(', ')}) = row(${values.join(', ')}), updated_at = now(), updated_by = $3
  where org_id = $1 and id = $4::int and deleted_at is null returning *
),${recordOf('post_update', 'update', '$2')}`;

/** $1 organization, $2 request id, $3 user, $4 task, $5 text. */
export const commentStatement = `
with comment as (
  insert into task_comments (org_id, task_id, body, author_user_id) values ($1, $4, $5, $3) returning *
), task as (
  select c.org_id, c.task_id as id, c.body as title, c.author_user_id as created_by from comment c
),${recordOf('comment.created', 'create', '$2')}`;

/** Objects that the floor needs in addition to the service's tables. */
export const floorSetup = `
create sequence floor_slots start 1000000;
create table floor_columns (org_id int, status task_status, length int not null, primary key (org_id, status))
  with (fillfactor = 50)`;
