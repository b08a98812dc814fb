-- Position of a task in its column at this moment. Volatile, so that it uses a snapshot of its own: an update that
-- waited for the lock of its task sees the task's new slot, but in its own snapshot the column's old runs. While the
-- task is locked, its slot and its column's runs are consistent.
create function task_position(of_org integer, of_status task_status, at_slot integer) returns integer
language sql volatile as $$
  select at_slot - k.run_bases[width_bucket(at_slot, k.run_slots)]
  from task_columns k where k.org_id = of_org and k.status = of_status
$$;
