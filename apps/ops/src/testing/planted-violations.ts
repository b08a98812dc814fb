/**
 * For each check except `months-ahead`: SQL that violates it, part of the expected report, and SQL that repairs it.
 * `$org` etc. are ids.
 */
export const plantedViolations: readonly [check: string, plant: string, says: string, repair: string][] = [
  [
    'events-numbered',
    `insert into events (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
     values ($org, 900001, 'task', $task, 'task.post_update', '{}', now())`,
    'event 900001 (task.post_update of task $task) has neither a number nor an outbox row',
    'delete from events where id = 900001',
  ],
  [
    'events-numbered',
    'insert into outbox (org_id, event_id, occurred_at) select org_id, event_id, occurred_at from event_log where org_id = $org and seq = 3',
    'is in the outbox and has a number',
    'delete from outbox o using event_log l where l.org_id = o.org_id and l.event_id = o.event_id',
  ],
  [
    'events-numbered',
    `insert into event_log (org_id, seq, event_id, occurred_at) select $org, seq + 1, 900002, now() from event_heads where org_id = $org`,
    'refers to event 900002, which does not exist',
    'delete from event_log where event_id = 900002',
  ],
  [
    'events-audited',
    `insert into events (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
     values ($org, 900003, 'task', 424242, 'task.post_update', '{}', now())`,
    'event 900003 (task.post_update of task 424242) has no audit entry',
    'delete from events where id = 900003',
  ],
  [
    'events-audited',
    `insert into audit_log (org_id, id, occurred_at, event_id, actor_type, action, resource, record_id, request_id)
     values ($org, 900004, now(), 900004, 'system', 'update', 'task', $task, 'x')`,
    'audit entry 900004 (update of task $task) refers to event 900004, which does not exist',
    'delete from audit_log where id = 900004',
  ],
  [
    'log-contiguous',
    'update event_log set seq = seq + 1000 where org_id = $org and seq = 5',
    'number 4 is followed by 6',
    'update event_log set seq = seq - 1000 where org_id = $org and seq = 1005',
  ],
  [
    'log-contiguous',
    'update event_heads set seq = seq + 1 where org_id = $org',
    'the head is',
    'update event_heads set seq = seq - 1 where org_id = $org',
  ],
  [
    'event-counts',
    `update event_counts set count = count + 1 where org_id = $org and event_type = 'task.post_create' and not is_month`,
    'task.post_create, day',
    `update event_counts set count = count - 1 where org_id = $org and event_type = 'task.post_create' and not is_month`,
  ],
  [
    'relay-keeps-up',
    `insert into outbox (org_id, event_id, occurred_at) values ($org, 900005, now() - interval '1 hour')`,
    'event 900005 has been waiting since',
    'delete from outbox where event_id = 900005',
  ],
  [
    'relay-keeps-up',
    `insert into relay_failures (org_id, event_id, projection, seq, attempts, last_error, next_try_at)
     values ($org, 900006, 'webhook-deliveries', 1, 3, 'why', now())`,
    'event 900006 was rejected by webhook-deliveries 3 times: why',
    'delete from relay_failures',
  ],
  [
    'audit-chain',
    `update audit_log set action = 'forged' where org_id = $org and id = (select min(id) from audit_log where org_id = $org)`,
    'position 1: entry_changed',
    `update audit_log set action = 'create' where org_id = $org and action = 'forged'`,
  ],
  [
    'board-slots',
    'update tasks set slot = slot - (1::int8 << 50) where org_id = $org and id = $task',
    'task $task of column todo has slot -1125',
    'update tasks set slot = slot + (1::int8 << 50) where org_id = $org and id = $task',
  ],
  [
    'board-slots',
    `update task_columns set run_positions = '{0}', run_starts = array(
       select max(slot) from tasks where org_id = $org and status = 'todo') where org_id = $org and status = 'todo'`,
    'of column todo has position 0 instead of 1',
    `update task_columns set run_starts = '{}', run_positions = '{}' where org_id = $org and status = 'todo'`,
  ],
  [
    'board-slots',
    `update task_columns set run_starts = array[high_slot, high_slot - 1], run_positions = array[2, 2] where org_id = $org and status = 'todo'`,
    'column todo begins a run at slot',
    `update task_columns set run_starts = '{}', run_positions = '{}' where org_id = $org and status = 'todo'`,
  ],
  [
    'board-slots',
    `update task_columns set length = length + 1 where org_id = $org and status = 'todo'`,
    'column todo has 2 tasks and length 3',
    `update task_columns set length = length - 1 where org_id = $org and status = 'todo'`,
  ],
  [
    'initiative-progress',
    'update initiatives set progress = 99 where org_id = $org',
    'initiative $initiative has progress 99, its tasks result in 33',
    'update initiatives set progress = 33 where org_id = $org',
  ],
  [
    'initiative-counts',
    'update initiative_task_counts set done = done + 1 where org_id = $org',
    'initiative $initiative counts 3 tasks of effort m, 2 of them done; it has 3, 1 of them done',
    'update initiative_task_counts set done = done - 1 where org_id = $org',
  ],
  [
    'initiative-counts',
    'update initiative_tasks set effort = null where org_id = $org and task_id = $task',
    'initiative $initiative counts task $task as not counted, its state is m',
    `update initiative_tasks set effort = 'm' where org_id = $org and task_id = $task`,
  ],
  [
    'deliveries-valid',
    `insert into webhook_deliveries (org_id, id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
     select $org, 900007, 424242, id, occurred_at, event_type, 1, now() from events where org_id = $org order by id limit 1`,
    'delivery 900007 refers to endpoint 424242, which does not exist',
    'delete from webhook_deliveries where id = 900007',
  ],
  [
    'deliveries-valid',
    `insert into webhook_deliveries (org_id, id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
     values ($org, 900008, $webhook, 900008, now(), 'task.post_update', 1, now())`,
    'delivery 900008 refers to event 900008, which does not exist',
    'delete from webhook_deliveries where id = 900008',
  ],
  [
    'deliveries-complete',
    `update webhook_endpoints set updated_at = now() - interval '1 day', event_types = '{role.*}' where org_id = $org`,
    '(role.post_create) has no delivery to endpoint $webhook',
    `update webhook_endpoints set updated_at = now(), event_types = '{task.*}' where org_id = $org`,
  ],
  [
    'deliveries-not-stuck',
    `update webhook_endpoints set failing_since = null;
     insert into webhook_deliveries (org_id, id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
     select $org, 900009, $webhook, id, occurred_at, event_type, 9, now() - interval '2 hours' from events where org_id = $org order by id limit 1`,
    'delivery 900009 to endpoint $webhook is pending since',
    'delete from webhook_deliveries where id = 900009',
  ],
  [
    'file-usage',
    'insert into file_usage (org_id, bytes) values ($org, 7)',
    'stored 7 and 0 deleted, but the files have 0 and 0',
    'delete from file_usage where org_id = $org',
  ],
  [
    'export-usage',
    'insert into file_usage (org_id, export_bytes) values ($org, 7)',
    'stored 7, but the exports have 0',
    'delete from file_usage where org_id = $org',
  ],
  [
    'has-owner',
    'update grants set deleted_at = now() where org_id = $org',
    'has no owner',
    'update grants set deleted_at = null where org_id = $org',
  ],
  [
    'manager-grants',
    `insert into grants (org_id, id, user_id, role_id, scope, source)
     select org_id, 900014, user_id, role_id, scope, 'hierarchy' from grants where org_id = $org order by id limit 1`,
    'has the grant, but no reports',
    'delete from grants where id = 900014',
  ],
  [
    'manager-grants',
    `insert into employees select (jsonb_populate_record(e, jsonb_build_object(
       'id', 900015, 'manager_id', e.id, 'user_id', null, 'employee_number', '900015'))).* from employees e where org_id = $org`,
    'has reports, but not the grant',
    'delete from employees where id = 900015',
  ],
  [
    'seat-grants',
    `insert into position_grants (org_id, grant_id, position_id, employee_id)
     select org_id, id, 424242, 424243 from grants where org_id = $org order by id limit 1`,
    'employee 424243 does not hold position 424242 or has another user',
    'delete from position_grants where position_id = 424242',
  ],
  [
    'mail-not-stuck',
    `insert into mails (org_id, id, to_address, kind, due_at) values ($org, 900010, 'a@example.test', 'x', now() - interval '2 hours')`,
    'mail 900010 is waiting since',
    'delete from mails where id = 900010',
  ],
  [
    'announcement-mails-not-stuck',
    `insert into announcements (org_id, id, title, body_md, status, published_at, send_mail)
       values ($org, 900030, 'News', 'Text', 'published', now(), true);
     insert into announcement_mailings (org_id, announcement_id, version) values ($org, 900030, 1);
     insert into announcement_mails (org_id, id, announcement_id, version, user_id, due_at)
       values ($org, 900031, 900030, 1, 1, now() - interval '2 hours')`,
    'mail 900031 of announcement 900030 is waiting since',
    `delete from announcement_mails where id = 900031;
     delete from announcement_mailings where announcement_id = 900030;
     delete from announcements where id = 900030`,
  ],
  [
    'transfers-not-stuck',
    `insert into exports (org_id, id, resource, format, created_by, created_at) values ($org, 900011, 'task', 'csv', 1, now() - interval '2 hours')`,
    'export 900011 is queued since',
    'delete from exports where id = 900011',
  ],
  [
    'transfers-not-stuck',
    `insert into imports (org_id, id, resource, file_id, dry_run, status, lease_until, created_by)
     values ($org, 900012, 'task', 1, false, 'running', now() - interval '2 hours', 1)`,
    'import 900012 is running since',
    'delete from imports where id = 900012',
  ],
  [
    'prompts-not-stuck',
    `insert into prompt_runs (org_id, id, template_id, template_version, hook, record_type, due_at)
     values ($org, 900013, 1, 1, 'task.post_create', 'task', now() - interval '2 hours')`,
    'prompt run 900013 is pending since',
    'delete from prompt_runs where id = 900013',
  ],
  [
    'references',
    `insert into task_columns (org_id, status) values ($org, 'blocked'); update tasks set parent_task_id = 424242 where org_id = $org and id = $task`,
    'tasks_org_id_parent_task_id_fkey: 1 rows of tasks without tasks',
    `delete from task_columns where status = 'blocked'; update tasks set parent_task_id = null where org_id = $org and id = $task`,
  ],
  [
    'sequences-ahead',
    `select setval('tasks_id_seq', 1)`,
    'tasks_id_seq is at 1, but tasks contains',
    `select setval('tasks_id_seq', 1000)`,
  ],
  [
    'tree-of-teams',
    `insert into teams (org_id, id, name, slug, parent_id) values ($org, 900014, 'Own', 'own', 900014)`,
    'team 900014 is in a cycle, below a deleted row, or too deep',
    'delete from teams where id = 900014',
  ],
  [
    'tree-of-places',
    `insert into places (org_id, id, name, kind, parent_id)
     values ($org, 900015, 'City', 'city', null), ($org, 900016, 'Country', 'country', 900015)`,
    'place 900016 is below a row of another tree or kind',
    'delete from places where id in (900015, 900016)',
  ],
  [
    'tree-of-categories',
    `insert into categories (org_id, id, name, code, applies_to, position, parent_id)
     values ($org, 900017, 'One', 'one', 'initiative', 0, null), ($org, 900018, 'Two', 'two', 'survey', 0, 900017)`,
    'category 900018 is below a row of another tree or kind',
    'delete from categories where id in (900017, 900018)',
  ],
  [
    'schema-settled',
    'alter table tasks add constraint tasks_odd_check check (id < 1000000) not valid',
    'constraint tasks_odd_check of tasks is not validated',
    'alter table tasks drop constraint tasks_odd_check',
  ],
  [
    'employee-references',
    `with deleted as (
       insert into places (org_id, id, name, kind, deleted_at) values ($org, 900021, 'Gone', 'city', now()) returning id
     )
     insert into employees select (jsonb_populate_record(e, jsonb_build_object(
       'id', 900021, 'manager_id', null, 'user_id', null, 'employee_number', '900021', 'place_id', d.id))).*
     from employees e, deleted d where e.org_id = $org and e.id = (select min(id) from employees where org_id = $org)`,
    'of employee 900021 refers to no live row',
    'delete from employees where id = 900021; delete from places where id = 900021',
  ],
  [
    'employee-periods',
    `update employee_periods set fte = fte / 2 where org_id = $org
       and employee_id = (select min(employee_id) from employee_periods where org_id = $org)`,
    'than the changes say',
    `update employee_periods set fte = fte * 2 where org_id = $org
       and employee_id = (select min(employee_id) from employee_periods where org_id = $org)`,
  ],
  [
    'booked-places',
    `insert into places (org_id, id, name, kind, is_bookable) values ($org, 900022, 'Store', 'room', false);
     insert into place_bookings (org_id, id, place_id, starts_at, ends_at, booked_by)
     values ($org, 900022, 900022, now(), now() + interval '1 hour', 1)`,
    'booking 900022 is of place 900022, which is deleted or not bookable',
    'delete from place_bookings where id = 900022; delete from places where id = 900022',
  ],
  [
    'required-core-value',
    `insert into company_configurations (org_id, id, kudos)
     values ($org, 900023, '{"require_core_value": true, "monthly_allowance": 0}')`,
    'kudos require a core value, and none is active',
    'delete from company_configurations where id = 900023',
  ],
];
