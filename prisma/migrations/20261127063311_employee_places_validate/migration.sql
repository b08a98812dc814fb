-- outside a transaction
alter table employees validate constraint employees_org_id_place_id_fkey;
alter table positions validate constraint positions_org_id_place_id_fkey;
