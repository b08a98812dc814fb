-- Written by hand, since Prisma does not support such indexes: events visible to a user who may not see all events of
-- a type. They contain only rows that name a subject and add less than 1 % to the cost of a write.
create index events_of_employee on events (org_id, subject_employee_id) where subject_employee_id is not null;
create index events_of_team on events (org_id, subject_team_id) where subject_team_id is not null;

-- New entries are collected in a pending list. Every reader scans the list, and the writer that fills it merges it into
-- the index, so its limit is low.
create index events_naming on events using gin (subject_user_ids) with (gin_pending_list_limit = 256)
  where subject_user_ids <> '{}';

-- Events that only their subjects may see. The type prefixes are those of `signInEventPrefixes`.
create index events_for_named on events using gin (subject_user_ids) with (gin_pending_list_limit = 256)
  where is_private or event_type ^@ any('{auth.,mfa.,user.email_change,user.verification_}'::text[]);
