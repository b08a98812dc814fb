-- CreateTable
CREATE TABLE "file_usage" (
    "org_id" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "deleted_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "file_usage_pkey" PRIMARY KEY ("org_id")
);

-- ================================================================ written by hand
-- The plan of an organization; null until it is verified. Files, on which organizations depend, read it through this
-- function.
create function organization_plan(of_org int) returns text language sql stable as $$
  select o.plan_code from organizations o where o.id = of_org and o.status <> 'unverified'
$$;

create function file_bytes(f files) returns bigint language sql immutable as $$
  select case when f.deleted_at is null and f.status <> 'refused' then f.size else 0 end::bigint
$$;

create function deleted_file_bytes(f files) returns bigint language sql immutable as $$
  select case when f.deleted_at is not null and f.purge_at is not null and f.status <> 'refused' then f.size else 0 end::bigint
$$;

create function count_file_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into file_usage as u (org_id, bytes, deleted_bytes) values (new.org_id, file_bytes(new), deleted_file_bytes(new))
    on conflict (org_id) do update set bytes = u.bytes + excluded.bytes, deleted_bytes = u.deleted_bytes + excluded.deleted_bytes;
  elsif file_bytes(new) <> file_bytes(old) or deleted_file_bytes(new) <> deleted_file_bytes(old) then
    update file_usage u set bytes = u.bytes + file_bytes(new) - file_bytes(old),
      deleted_bytes = u.deleted_bytes + deleted_file_bytes(new) - deleted_file_bytes(old)
    where u.org_id = new.org_id;
  end if;
  return null;
end $$;

-- Creating a trigger waits for writes in progress and delays later ones, so that the sums below miss no file.
create trigger count_bytes_of_new after insert on files for each row execute function count_file_bytes();
create trigger count_bytes after update of status, deleted_at, purge_at on files for each row execute function count_file_bytes();

insert into file_usage (org_id, bytes, deleted_bytes)
select f.org_id, sum(file_bytes(f)), sum(deleted_file_bytes(f)) from files f group by f.org_id;
