/**
 * What the service does on a create, with nothing around it: the same four inserts into the same tables
 * in one statement. The place on the board comes from a sequence, so nothing is ever waited for.
 */
export const createStatement = `
with task as (
  insert into tasks (org_id, title, description, priority, label, slot, created_by, updated_by)
  values ($1, $2, $3, $4, $5, nextval('floor_slots'), $6, $6)
  returning *
),
event as (
  insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_user_ids)
  select org_id, 'task', id, 'task.post_create',
         jsonb_build_object('org_id', org_id, 'actor_id', created_by, 'record_id', id, 'record_type', 'task',
                            'record_name', title, 'action', 'post_create', 'timestamp', now()),
         now(), array[created_by]
  from task returning id, org_id
),
queued as (
  insert into outbox (event_id, org_id) select id, org_id from event
),
audited as (
  insert into audit_log (org_id, occurred_at, event_id, actor_type, actor_id, actor_name, action, resource,
                         record_id, after, request_id)
  select t.org_id, now(), e.id, 'user', t.created_by, 'Somebody', 'create', 'task', t.id, to_jsonb(t), $7
  from task t cross join event e
)
select * from task`;

export const readStatement = 'select * from tasks where org_id = $1 and id = $2 and deleted_at is null';

const listed = 'org_id = $1 and deleted_at is null and slot is not null';
export const listStatement = `select * from tasks where ${listed} order by status, slot limit $2`;
export const countStatement = `select count(*)::int as total from tasks where ${listed}`;

/** What the floor needs besides the service's own tables. */
export const floorSetup = 'create sequence floor_slots';
