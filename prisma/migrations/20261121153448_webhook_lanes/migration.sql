-- CreateTable
CREATE TABLE "webhook_lanes" (
    "org_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "holder" TEXT,
    "held_until" TIMESTAMPTZ(3),
    "tokens" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "filled_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_lanes_pkey" PRIMARY KEY ("org_id","webhook_id")
);

-- AddForeignKey
ALTER TABLE "webhook_lanes" ADD CONSTRAINT "webhook_lanes_org_id_webhook_id_fkey" FOREIGN KEY ("org_id", "webhook_id") REFERENCES "webhook_endpoints"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- ================================================================ written by hand
-- Deliveries that precede others waiting at an endpoint that keeps the order: retries, which block the rest, and
-- manually requested ones.
create index webhook_deliveries_ahead on webhook_deliveries (org_id, webhook_id, event_id, id)
  where status in ('pending', 'delivering') and not is_replay and (attempt > 1 or is_manual);
