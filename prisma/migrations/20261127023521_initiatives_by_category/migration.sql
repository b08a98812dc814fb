-- outside a transaction
-- For the list of the initiatives of a category, and for merging a category into another.
drop index concurrently if exists initiatives_org_id_category_id_idx;
create index concurrently initiatives_org_id_category_id_idx on initiatives (org_id, category_id);
