-- Level of a task in the tree, 1 for a root, at most `most`. Counts deleted ancestors, because children keep a deleted
-- parent. Volatile, so that its snapshots are taken after the statement has locked the tree.
create function task_level(of_org integer, task_id integer, most integer) returns integer language plpgsql volatile as $$
declare
  level integer := 0;
  next_id integer := task_id;
begin
  while next_id is not null and level < most loop
    select t.parent_task_id into next_id from tasks t where t.org_id = of_org and t.id = next_id;
    exit when not found;
    level := level + 1;
  end loop;
  return level;
end $$;
