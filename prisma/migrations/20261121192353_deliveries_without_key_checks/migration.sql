-- Two checks per delivery, on insert and on archiving, took a fifth of the cost of deliveries in PostgreSQL and locked
-- the row of the endpoint each time. Deliveries are inserted by statements that read the endpoint.
-- DropForeignKey
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_org_id_webhook_id_fkey";
