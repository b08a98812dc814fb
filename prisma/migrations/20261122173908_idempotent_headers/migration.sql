-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "headers" JSONB NOT NULL DEFAULT '{}';
