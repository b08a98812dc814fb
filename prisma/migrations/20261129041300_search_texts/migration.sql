-- The searched texts of employees and users. Stored in lower case: converting them for each search takes most of its time,
-- and PostgreSQL has no statistics of computed texts, by which it chooses between the order of a list and the matches.
alter table employees add column search_text text;
alter table users add column search_text text;

-- Without concat_ws, which is not immutable, so that PostgreSQL replaces a call by the expression.
create function employee_search_text(preferred_name text, first_name text, last_name text, work_email text,
  employee_number text) returns text language sql immutable parallel safe
return lower(coalesce(preferred_name || ' ', '') || first_name || ' ' || last_name || ' ' || coalesce(work_email || ' ', '')
  || employee_number);

create function set_employee_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := employee_search_text(new.preferred_name, new.first_name, new.last_name, new.work_email,
    new.employee_number);
  return new;
end $$;

create function user_search_text(first_name text, last_name text, display_name text, email text) returns text
language sql immutable parallel safe
return lower(first_name || ' ' || last_name || ' ' || coalesce(display_name || ' ', '') || email);

create function set_user_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := user_search_text(new.first_name, new.last_name, new.display_name, new.email);
  return new;
end $$;

create trigger set_search_text
  before insert or update of preferred_name, first_name, last_name, work_email, employee_number on employees
  for each row execute function set_employee_search_text();
create trigger set_search_text before insert or update of first_name, last_name, display_name, email on users
  for each row execute function set_user_search_text();
