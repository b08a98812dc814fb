-- outside a transaction
-- Replays are dropped some time after they are over, as their deliveries are.
drop index concurrently if exists webhook_replays_over;
create index concurrently webhook_replays_over on webhook_replays (finished_at) where finished_at is not null;
