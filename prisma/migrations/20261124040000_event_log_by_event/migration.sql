-- The number of an event, for histories. Each partition gets its index in the next migration.
-- squawk-ignore require-concurrent-index-creation -- only the partitioned table, which has no rows of its own
create index event_log_org_id_event_id_seq_idx on only event_log (org_id, event_id, seq);
