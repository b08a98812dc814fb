-- Looked at twice a delivery, when it is made and when it is filed, it cost a fifth of what deliveries cost PostgreSQL,
-- and locked the row of the endpoint each time. Deliveries are made by statements that read the endpoint.
-- DropForeignKey
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_org_id_webhook_id_fkey";
