-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "replay_id" INTEGER;

-- Deliveries are deleted a few months after they have finished, oldest first, across all organizations.
create index webhook_deliveries_over on webhook_deliveries (finished_at) where finished_at is not null;
-- Deliveries of a replay.
create index webhook_deliveries_replayed on webhook_deliveries (org_id, replay_id, id) where replay_id is not null;
