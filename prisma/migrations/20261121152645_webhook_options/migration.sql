-- CreateEnum
CREATE TYPE "webhook_replay_status" AS ENUM ('running', 'done', 'cancelled');

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "is_replay" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "failure_warned_at" TIMESTAMPTZ(3),
ADD COLUMN     "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "headers_enc" BYTEA,
ADD COLUMN     "ordered" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "previous_secret_enc" BYTEA,
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3),
ADD COLUMN     "rate_limit_per_second" INTEGER,
ADD COLUMN     "refused_noticed_at" TIMESTAMPTZ(3),
ADD COLUMN     "single_until_success" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "webhook_replays" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "to" TIMESTAMPTZ(3) NOT NULL,
    "event_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "only_failed" BOOLEAN NOT NULL DEFAULT false,
    "status" "webhook_replay_status" NOT NULL DEFAULT 'running',
    "queued" INTEGER NOT NULL DEFAULT 0,
    "reached_at" TIMESTAMPTZ(3),
    "reached_id" BIGINT,
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "updated_by" INTEGER NOT NULL,

    CONSTRAINT "webhook_replays_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_replays_org_id_webhook_id_id_idx" ON "webhook_replays"("org_id", "webhook_id", "id");

-- AddForeignKey
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_org_id_webhook_id_fkey" FOREIGN KEY ("org_id", "webhook_id") REFERENCES "webhook_endpoints"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- ================================================================ written by hand
alter table webhook_endpoints alter column header_names set not null;
alter table webhook_replays alter column event_types set not null;
alter table webhook_endpoints add constraint webhook_endpoints_org_id_rate_limit_per_second_check
  check (rate_limit_per_second between 1 and 1000);
alter table webhook_replays add constraint webhook_replays_org_id_to_check check ("from" < "to");

-- Due attempts of an endpoint, replays after live ones.
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, is_replay, scheduled_at, id)
  where status in ('pending', 'delivering');
-- Results of deliveries in a time range: for statistics and for sending failed ones again.
create index webhook_deliveries_finished on webhook_deliveries (org_id, webhook_id, status, finished_at) include (duration_ms)
  where finished_at is not null;
-- Deliveries requested manually. Together with webhook_deliveries_attempt this covers all deliveries of an event.
create index webhook_deliveries_manual on webhook_deliveries (org_id, webhook_id, event_id) where is_manual;
create index webhook_replays_running on webhook_replays (org_id, webhook_id) where status = 'running';
