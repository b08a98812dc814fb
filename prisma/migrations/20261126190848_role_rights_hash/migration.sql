-- Nullable without a default, so that the table is not rewritten. Roles of earlier releases get a value with their next change.
alter table roles add column rights_hash bytea;

-- ================================================================ written by hand

create function role_rights_hash(code text, is_builtin boolean, permissions jsonb) returns bytea language sql immutable
  return sha256(convert_to(jsonb_build_array(code, is_builtin, permissions)::text, 'UTF8'));

create function set_role_rights_hash() returns trigger language plpgsql as $$
begin
  new.rights_hash = role_rights_hash(new.code, new.is_builtin, new.permissions);
  return new;
end $$;

-- Processes keep what a role gives by this hash, so that a change of one role makes them read one role again.
create trigger set_role_rights_hash before insert or update of code, is_builtin, permissions on roles
  for each row execute function set_role_rights_hash();
