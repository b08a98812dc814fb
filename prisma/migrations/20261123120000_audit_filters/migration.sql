-- Filters of the audit log. One index has the columns with few values: PostgreSQL skips those that a filter does not name.
-- Indexes of a partitioned table cannot be built concurrently, and this release already stops the service
-- while it migrates.
-- squawk-ignore require-concurrent-index-creation
create index audit_log_classified on audit_log (org_id, action, resource, outcome, actor_type, actor_id);
-- squawk-ignore require-concurrent-index-creation
create index audit_log_of_request on audit_log (org_id, request_id);
