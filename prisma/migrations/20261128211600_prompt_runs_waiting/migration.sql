-- outside a transaction
-- No statement reads it: the pending run of a record is found by the index on the record.
drop index concurrently if exists prompt_runs_waiting;
