-- outside a transaction
-- A file that is the picture of a user is readable by others: reads of files look up the user.
drop index concurrently if exists users_org_id_avatar_file_id_idx;
create index concurrently users_org_id_avatar_file_id_idx on users (org_id, avatar_file_id) where avatar_file_id is not null;
