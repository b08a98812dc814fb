-- The search of the audit log finds request ids by their beginning, for which an index needs the collation C.
-- Indexes of a partitioned table cannot be built concurrently, and this release already stops the service
-- while it migrates.
-- squawk-ignore require-concurrent-index-creation
create index audit_log_request_prefixes on audit_log (org_id, request_id collate "C");
-- squawk-ignore require-concurrent-index-deletion
drop index audit_log_of_request;
