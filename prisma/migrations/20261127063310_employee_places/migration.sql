-- Places of employees, changed from a date on, and of positions.
alter type employee_change_kind add value if not exists 'place' after 'team';
alter table employees add column place_id integer;
alter table positions add column place_id integer;
alter table employees add constraint employees_org_id_place_id_fkey
  foreign key (org_id, place_id) references places (org_id, id) on delete no action on update no action not valid;
alter table positions add constraint positions_org_id_place_id_fkey
  foreign key (org_id, place_id) references places (org_id, id) on delete no action on update no action not valid;
