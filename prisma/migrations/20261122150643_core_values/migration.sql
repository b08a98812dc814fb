-- CreateTable
CREATE TABLE "core_values" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "hashtag" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "icon" TEXT,
    "color" TEXT,
    "position" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "core_values_pkey" PRIMARY KEY ("org_id","id")
);

-- Names and hashtags are unique among live values; those of an archived value can be used again.
create unique index core_values_org_id_name_live_key on core_values (org_id, lower(name)) where deleted_at is null;
create unique index core_values_org_id_hashtag_live_key on core_values (org_id, hashtag) where deleted_at is null;
