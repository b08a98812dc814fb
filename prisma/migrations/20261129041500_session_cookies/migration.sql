-- Refresh tokens in cookies. A token whose response was lost can be used a second time, so it may have two successors.
alter table refresh_tokens
  add column in_cookie boolean not null default false,
  add column predecessor_id integer,
  add column successor_ids integer[] not null default '{}';
