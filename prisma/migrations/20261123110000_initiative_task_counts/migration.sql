-- The counts of initiatives, maintained by the relay, and the state of each task in them.
alter table initiative_tasks add column effort task_effort;
alter table initiative_tasks add column is_done boolean not null default false;
alter table initiative_recounts add column is_full boolean not null default true;

create table initiative_task_counts (
  org_id integer not null,
  initiative_id integer not null,
  effort task_effort not null,
  tasks integer not null,
  done integer not null,
  constraint initiative_task_counts_pkey primary key (org_id, initiative_id, effort)
) with (fillfactor = 50);

-- Tasks whose events wait for the relay may be counted here already: the relay compares their state with the stored one.
insert into initiative_tasks (org_id, initiative_id, task_id, effort, is_done)
select org_id, initiative_id, id, effort, status = 'done' from tasks
where initiative_id is not null and deleted_at is null and status <> 'cancelled' order by org_id, initiative_id, id
on conflict (org_id, initiative_id, task_id) do update set effort = excluded.effort, is_done = excluded.is_done;

insert into initiative_task_counts (org_id, initiative_id, effort, tasks, done)
select org_id, initiative_id, effort, count(*), count(*) filter (where is_done) from initiative_tasks
where effort is not null group by org_id, initiative_id, effort;

-- Requests from before this migration need no full count.
update initiative_recounts set is_full = false;
