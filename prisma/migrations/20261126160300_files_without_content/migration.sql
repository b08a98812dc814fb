-- outside a transaction
drop index concurrently if exists files_without_content;
create index concurrently files_without_content on files (org_id, created_by) where status = 'pending' and deleted_at is null;
