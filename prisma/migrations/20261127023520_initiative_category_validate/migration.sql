-- outside a transaction
alter table initiatives validate constraint initiatives_org_id_category_id_fkey;
