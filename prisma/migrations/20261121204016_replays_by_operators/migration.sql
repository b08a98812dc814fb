-- An operator who requests a replay is not a user of the organization.
ALTER TABLE "webhook_replays" ALTER COLUMN "created_by" DROP NOT NULL,
ALTER COLUMN "updated_by" DROP NOT NULL;
