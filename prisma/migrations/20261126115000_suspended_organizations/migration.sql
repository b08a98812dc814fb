-- outside a transaction
-- Lanes read the suspended organizations with every lease.
drop index concurrently if exists organizations_suspended_idx;
create index concurrently organizations_suspended_idx on organizations (id) where status = 'suspended';
