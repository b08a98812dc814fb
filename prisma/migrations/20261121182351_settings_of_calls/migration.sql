-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "allowed_networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "features" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- ================================================================ written by hand
alter table organizations alter column allowed_networks set not null, alter column features set not null;

-- Credentials are read together with their organization, which therefore stores the settings that every call needs.
create function note_settings() returns trigger language plpgsql as $$
begin
  if new.section = 'security' then
    update organizations o set allowed_networks = found.networks
    from (
      select coalesce(array_agg(n.network order by n.place), '{}') as networks
      from jsonb_array_elements_text(coalesce(new."values" -> 'allowed_networks', '[]')) with ordinality n(network, place)
    ) found
    where o.id = new.org_id and o.allowed_networks <> found.networks;
  elsif new.section = 'features' then
    update organizations o set features = found.names
    from (
      select coalesce(array_agg(f.key order by f.key), '{}') as names
      from jsonb_each(new."values") f where f.value = 'true'
    ) found
    where o.id = new.org_id and o.features <> found.names;
  end if;
  return null;
end $$;

create trigger note_settings after insert or update on organization_settings
  for each row execute function note_settings();

-- Runs the trigger for existing organizations.
update organization_settings set "values" = "values" where section in ('security', 'features');
