-- Imports of large files have a lane of their own. Imports requested before run in the other one.
alter table imports add column is_large boolean not null default false;
