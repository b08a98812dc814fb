-- outside a transaction
-- For the people of a place: lists, occupancy, and the deletion of the place.
drop index concurrently if exists employees_org_id_place_id_idx;
create index concurrently employees_org_id_place_id_idx on employees (org_id, place_id);
drop index concurrently if exists positions_org_id_place_id_idx;
create index concurrently positions_org_id_place_id_idx on positions (org_id, place_id);
-- People at a place on a date, including planned ones.
drop index concurrently if exists employee_changes_places;
create index concurrently employee_changes_places on employee_changes (org_id, (set ->> 'place_id'))
  where state in ('applied', 'scheduled');
