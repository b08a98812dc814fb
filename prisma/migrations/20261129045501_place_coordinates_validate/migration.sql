-- outside a transaction
alter table places validate constraint places_org_id_lat_check;
alter table places validate constraint places_org_id_lng_check;
