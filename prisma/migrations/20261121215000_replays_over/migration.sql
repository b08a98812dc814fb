-- outside a transaction
-- Replays are deleted some time after they have finished, like their deliveries.
drop index concurrently if exists webhook_replays_over;
create index concurrently webhook_replays_over on webhook_replays (finished_at) where finished_at is not null;
