-- AlterTable
ALTER TABLE "prompt_templates" ADD COLUMN     "depends_on_event" BOOLEAN NOT NULL DEFAULT false;

-- ================================================================ written by hand
-- True if a condition depends on the changes of an event or on its actor. The relay reads the result for each event, so
-- it is computed once for each condition.
create function condition_depends_on_event(condition jsonb) returns boolean language sql immutable as $$
  select coalesce(condition @? '$.** ? (@.op starts with "changed" || @.var == "me")', false)
$$;

create function note_event_condition() returns trigger language plpgsql as $$
begin
  new.depends_on_event := condition_depends_on_event(new.condition);
  return new;
end $$;

create trigger note_event_condition before insert or update of condition on prompt_templates
  for each row execute function note_event_condition();

update prompt_templates set depends_on_event = true where condition_depends_on_event(condition);
