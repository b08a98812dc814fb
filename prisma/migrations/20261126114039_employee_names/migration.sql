-- Dated changes of names, and the preference of users whose name follows that of their employee.
alter type employee_change_kind add value if not exists 'name' after 'status';
alter table users add column follow_employee_name boolean not null default false;
