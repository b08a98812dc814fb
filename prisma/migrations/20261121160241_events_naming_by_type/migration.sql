-- Written by hand. Of a few types, most users may see only their own records. To find the events of these types by an
-- index on the user alone, PostgreSQL would read all events that name the user: most are events of tasks.
create function named_in_type(aggregate_type text, users int[]) returns text[] language sql immutable parallel safe
return string_to_array(aggregate_type || ':' || array_to_string(users, ',' || aggregate_type || ':'), ',');
grant execute on function named_in_type(text, int[]) to wfp_app;

drop index events_naming;
create index events_naming on events using gin (named_in_type(aggregate_type, subject_user_ids))
  with (gin_pending_list_limit = 256) where subject_user_ids <> '{}';
