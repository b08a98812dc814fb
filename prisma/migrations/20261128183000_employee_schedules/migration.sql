-- Work schedules and holiday calendars of employees, changed from a date on.
alter type employee_change_kind add value if not exists 'schedule' after 'place';
alter table work_schedules add column scales_with_fte boolean not null default true;
alter table employees add column work_schedule_id integer;
alter table employees add column holiday_calendar_id integer;
alter table employees add constraint employees_org_id_work_schedule_id_fkey
  foreign key (org_id, work_schedule_id) references work_schedules (org_id, id) on delete no action on update no action not valid;
alter table employees add constraint employees_org_id_holiday_calendar_id_fkey
  foreign key (org_id, holiday_calendar_id) references holiday_calendars (org_id, id) on delete no action on update no action not valid;
