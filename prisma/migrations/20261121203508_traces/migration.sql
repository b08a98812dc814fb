-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "traceparent" TEXT;

-- CreateTable
-- Unlogged: empty after a crash of PostgreSQL, which only cuts traces short.
CREATE UNLOGGED TABLE "event_traces" (
    "org_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "traceparent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_traces_pkey" PRIMARY KEY ("org_id","event_id")
);

-- CreateIndex
CREATE INDEX "event_traces_created_at_idx" ON "event_traces"("created_at");
