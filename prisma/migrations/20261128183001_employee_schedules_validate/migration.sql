-- outside a transaction
alter table employees validate constraint employees_org_id_work_schedule_id_fkey;
alter table employees validate constraint employees_org_id_holiday_calendar_id_fkey;
