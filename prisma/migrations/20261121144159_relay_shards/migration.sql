-- AlterTable
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_pkey",
ADD CONSTRAINT "outbox_pkey" PRIMARY KEY ("org_id", "event_id");

-- CreateTable
CREATE TABLE "relay_failures" (
    "org_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "projection" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "last_error" TEXT NOT NULL,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "relay_failures_pkey" PRIMARY KEY ("org_id","event_id","projection")
);

-- CreateIndex
CREATE INDEX "relay_failures_next_try_at_idx" ON "relay_failures"("next_try_at");

-- Every event passes through this table: dead rows are vacuumed early, so that claims skip few of them.
ALTER TABLE "outbox" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
