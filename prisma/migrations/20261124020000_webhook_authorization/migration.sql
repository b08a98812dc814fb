-- The user with whose permissions an endpoint receives events, and the time since which that user may not read all of them.
-- Until now, this was not recorded: the user who last changed the endpoint is the closest known one. The number of endpoints is
-- limited per organization.
alter table webhook_endpoints add column authorized_by integer, add column authorization_lost_at timestamptz(3);
update webhook_endpoints set authorized_by = updated_by where authorized_by is null;

create table webhook_authorization_checks (
  org_id integer not null,
  due_at timestamptz(3) not null,
  constraint webhook_authorization_checks_pkey primary key (org_id)
);
create index webhook_authorization_checks_due_at_idx on webhook_authorization_checks (due_at);

insert into webhook_authorization_checks (org_id, due_at)
select distinct org_id, now() from webhook_endpoints where is_active and deleted_at is null;
