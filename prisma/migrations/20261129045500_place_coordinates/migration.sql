alter table places add column lat double precision;
alter table places add column lng double precision;
alter table places add constraint places_org_id_lat_check
  check (lat between -90 and 90 and (lat is null) = (lng is null)) not valid;
alter table places add constraint places_org_id_lng_check check (lng between -180 and 180) not valid;
