-- Written by hand. The same result, in a language whose plain expressions are not planned anew in every statement: an
-- event costs a quarter less to index so.
create or replace function named_in_type(aggregate_type text, users int[]) returns text[]
language plpgsql immutable parallel safe as $$
begin
  return string_to_array(aggregate_type || ':' || array_to_string(users, ',' || aggregate_type || ':'), ',');
end $$;
