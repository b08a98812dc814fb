-- AlterEnum
ALTER TYPE "audit_actor_type" ADD VALUE 'operator' AFTER 'system';

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "suspension_reason" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "suspension_reason" TEXT;

-- ================================================================ written by hand

-- The logo of an open organization; null without one. Files, on which organizations depend, read it through this function.
create function organization_logo(of_org int) returns int language sql stable as $$
  select o.logo_file_id from organizations o where o.id = of_org and o.status in ('unverified', 'active', 'closing')
$$;
