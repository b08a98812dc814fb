-- AlterTable
ALTER TABLE "files" ADD COLUMN     "purge_at" TIMESTAMPTZ(3);

create index files_to_purge on files (purge_at) where purge_at is not null;
create index files_of_user on files (org_id, created_by, id) where deleted_at is null;
create index exports_of_user on exports (org_id, created_by, id) where deleted_at is null;
create index imports_of_user on imports (org_id, created_by, id);
