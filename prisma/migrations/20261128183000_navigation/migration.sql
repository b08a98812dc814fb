-- CreateTable
CREATE TABLE "navigation_items" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "icon" TEXT,
    "parent_key" TEXT,
    "position" INTEGER,
    "target_kind" TEXT,
    "target" TEXT,
    "required_permission" TEXT,
    "required_feature" TEXT,
    "badge_query" JSONB,
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "navigation_items_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "navigation_preferences" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "hidden" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "pinned" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "item_order" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,

    CONSTRAINT "navigation_preferences_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "navigation_preferences_org_id_user_id_key" ON "navigation_preferences"("org_id", "user_id");

-- AddForeignKey
ALTER TABLE "navigation_preferences" ADD CONSTRAINT "navigation_preferences_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Keys are unique among live items; that of a deleted item can be used again.
create unique index navigation_items_org_id_key_live_key on navigation_items (org_id, key) where deleted_at is null;
alter table navigation_items add constraint navigation_items_org_id_target_check
  check ((target is null) = (target_kind is null));
alter table navigation_items add constraint navigation_items_org_id_target_kind_check
  check (target_kind in ('resource', 'route', 'url'));
