-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "replay_id" INTEGER;

-- Deliveries are dropped some months after they are over: the oldest of all, whosever they are.
create index webhook_deliveries_over on webhook_deliveries (finished_at) where finished_at is not null;
-- What a replay made.
create index webhook_deliveries_replayed on webhook_deliveries (org_id, replay_id, id) where replay_id is not null;
