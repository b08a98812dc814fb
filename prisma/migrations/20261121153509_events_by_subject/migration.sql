-- Written by hand, since the Prisma schema knows no such indexes: the events that somebody sees who does not see all of
-- a type. Only rows that name somebody are in them; together they cost a write less than one in a hundred.
create index events_of_employee on events (org_id, subject_employee_id) where subject_employee_id is not null;
create index events_of_team on events (org_id, subject_team_id) where subject_team_id is not null;

-- New entries wait in a list that every reader goes through, and whoever fills it sorts it in: it is kept short.
create index events_naming on events using gin (subject_user_ids) with (gin_pending_list_limit = 256)
  where subject_user_ids <> '{}';

-- Events that nobody sees but those whom they name. The beginnings of types are those of `aboutSigningIn`.
create index events_for_named on events using gin (subject_user_ids) with (gin_pending_list_limit = 256)
  where is_private or event_type ^@ any('{auth.,mfa.,user.email_change,user.verification_}'::text[]);
