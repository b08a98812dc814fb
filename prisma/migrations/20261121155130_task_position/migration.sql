-- Where a task is in its column at this very moment. Volatile, so that it looks with a snapshot of its own: an update
-- that has waited for the lock of its task finds the slot that the task has by now, but with its own snapshot only the
-- runs that the column had before. Whoever holds the lock of the task has its slot and its runs agree.
create function task_position(of_org integer, of_status task_status, at_slot integer) returns integer
language sql volatile as $$
  select at_slot - k.run_bases[width_bucket(at_slot, k.run_slots)]
  from task_columns k where k.org_id = of_org and k.status = of_status
$$;
