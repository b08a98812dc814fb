-- A replay sends what its requester may read: types that are added to the endpoint later are not among them.
alter table webhook_replays add column endpoint_event_types text[] not null default '{}';
update webhook_replays r set endpoint_event_types = w.event_types
  from webhook_endpoints w where w.org_id = r.org_id and w.id = r.webhook_id and r.status = 'running';
