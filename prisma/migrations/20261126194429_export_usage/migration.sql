-- AlterTable
ALTER TABLE "file_usage" ADD COLUMN     "export_bytes" BIGINT NOT NULL DEFAULT 0;

-- ================================================================ written by hand
-- A file counts from the end of its assembly until a worker has deleted it, and at least 64 KiB: the quota also limits the
-- number of files.
create function export_bytes(e exports) returns bigint language sql immutable as $$
  select case when e.storage_key is not null and e.size is not null then greatest(e.size, 65536) else 0 end::bigint
$$;

create function count_export_bytes() returns trigger language plpgsql as $$
declare
  change bigint := export_bytes(new) - case when tg_op = 'UPDATE' then export_bytes(old) else 0 end;
begin
  if change <> 0 then
    insert into file_usage as u (org_id, export_bytes) values (new.org_id, change)
    on conflict (org_id) do update set export_bytes = u.export_bytes + change;
  end if;
  return null;
end $$;

-- Creating a trigger waits for writes in progress and delays later ones, so that the sums below miss no file.
create trigger count_bytes after insert or update of storage_key, size on exports for each row execute function count_export_bytes();

insert into file_usage (org_id, export_bytes)
select e.org_id, sum(export_bytes(e)) from exports e where e.storage_key is not null and e.size is not null group by e.org_id
on conflict (org_id) do update set export_bytes = excluded.export_bytes;
