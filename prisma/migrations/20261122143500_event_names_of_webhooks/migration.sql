-- Event types begin with their aggregate type (docs/events.md). Subscriptions of webhook endpoints to a former name
-- are changed to the new name; a former prefix such as `mfa.*` becomes the types that it included.
create temporary table renamed_event_types (old text, new text) on commit drop;
insert into renamed_event_types values
  ('enum_value.post_create', 'enum.value.created'),
  ('enum_value.post_update', 'enum.value.updated'),
  ('enum_value.post_archive', 'enum.value.deleted'),
  ('enum_value.replaced', 'enum.value.replaced'),
  ('initiative_member.post_create', 'initiative.member.created'),
  ('initiative_member.post_update', 'initiative.member.updated'),
  ('initiative_member.post_archive', 'initiative.member.deleted'),
  ('initiative_update.post_create', 'initiative.update.created'),
  ('mfa.enrolment_started', 'auth.mfa_enrolment_started'),
  ('mfa.enabled', 'auth.mfa_enabled'),
  ('mfa.disabled', 'auth.mfa_disabled'),
  ('mfa.proven', 'auth.mfa_proven'),
  ('mfa.recovery_used', 'auth.mfa_recovery_used'),
  ('mfa.failed', 'auth.mfa_failed'),
  ('mfa.reset', 'auth.mfa_reset'),
  ('audit_log.post_export', 'export.post_export'),
  ('employee.post_export', 'export.post_export'),
  ('initiative.post_export', 'export.post_export'),
  ('organization.post_export', 'export.post_export'),
  ('task.post_export', 'export.post_export'),
  ('user.post_export', 'export.post_export');
insert into renamed_event_types
select split_part(old, '.', 1) || '.*', new from renamed_event_types where old !~ '[.]post_export$';

update webhook_endpoints w
set event_types = array(
  select t.type
  from (
    select coalesce(r.new, u.type) as type, min(u.place) as place
    from unnest(w.event_types) with ordinality u(type, place)
    left join renamed_event_types r on r.old = u.type
    group by 1
  ) t
  order by t.place, t.type
)
where w.event_types && array(select old from renamed_event_types);
