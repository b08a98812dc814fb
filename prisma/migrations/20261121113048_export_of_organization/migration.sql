-- AlterTable
ALTER TABLE "exports" ADD COLUMN     "reach" JSONB;

-- One export of a whole organization at a time.
create unique index exports_org_id_organization_live_key on exports (org_id)
  where resource = 'organization' and status in ('queued', 'running') and deleted_at is null;
