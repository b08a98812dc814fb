-- Trusted extensions: the owner of the database can create them.
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
