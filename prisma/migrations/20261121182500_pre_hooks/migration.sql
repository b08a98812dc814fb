-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "pre_hooks" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- ================================================================ written by hand
alter table organizations alter column pre_hooks set not null;

-- The organization, which is read together with the credentials, stores the hooks, so that a write without hooks has
-- no extra cost.
create function note_pre_hooks() returns trigger language plpgsql as $$
begin
  -- Locks the organization: concurrent changes run one after the other, and each includes the results of earlier ones.
  perform from organizations where id = new.org_id for no key update;
  update organizations o set pre_hooks = found.hooks
  from (
    select coalesce(array_agg(distinct p.hook order by p.hook), '{}') as hooks from prompt_templates p
    where p.org_id = new.org_id and p.is_enabled and p.deleted_at is null and p.hook like '%.pre\_%'
  ) found
  where o.id = new.org_id and o.pre_hooks <> found.hooks;
  return null;
end $$;

create trigger note_pre_hooks_of_new after insert on prompt_templates
  for each row when (new.hook like '%.pre\_%') execute function note_pre_hooks();
create trigger note_pre_hooks after update of hook, is_enabled, deleted_at on prompt_templates
  for each row when (new.hook like '%.pre\_%' or old.hook like '%.pre\_%') execute function note_pre_hooks();
