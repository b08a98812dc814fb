-- A trusted extension: the owner of the database can create it.
create extension if not exists pg_trgm;
