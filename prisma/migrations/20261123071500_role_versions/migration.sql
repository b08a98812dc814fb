-- Existing organizations get the same version: a random default would rewrite the table under an exclusive lock.
alter table organizations add column roles_version uuid not null default '00000000-0000-0000-0000-000000000000';
alter table organizations alter column roles_version set default gen_random_uuid();

-- ================================================================ written by hand

-- A request reads the version together with its grants, and uses cached roles only if they have the same version. New
-- roles need no new version, because no cache contains them. A random version is unique even after a restore.
create function note_changed_role() returns trigger language plpgsql as $$
begin
  update organizations set roles_version = gen_random_uuid() where id = new.org_id;
  return null;
end $$;

create trigger note_changed_role after update of code, is_builtin, permissions, deleted_at on roles
  for each row when (old.code is distinct from new.code or old.is_builtin is distinct from new.is_builtin
    or old.permissions is distinct from new.permissions or old.deleted_at is distinct from new.deleted_at)
  execute function note_changed_role();
