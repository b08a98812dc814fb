-- outside a transaction
-- for each partition of event_log without event_log_org_id_event_id_seq_idx
drop index concurrently if exists months.each_partition_event_id_idx;
create index concurrently each_partition_event_id_idx on months.each_partition (org_id, event_id, seq);
alter index event_log_org_id_event_id_seq_idx attach partition months.each_partition_event_id_idx;
