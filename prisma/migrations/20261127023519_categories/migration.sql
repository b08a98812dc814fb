-- AlterTable
ALTER TABLE "initiatives" ADD COLUMN     "category_id" INTEGER;

-- CreateTable
CREATE TABLE "categories" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "applies_to" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "color" TEXT,
    "parent_id" INTEGER,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "categories_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE INDEX "categories_org_id_parent_id_idx" ON "categories"("org_id", "parent_id");

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_org_id_parent_id_fkey" FOREIGN KEY ("org_id", "parent_id") REFERENCES "categories"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "initiatives" ADD CONSTRAINT "initiatives_org_id_category_id_fkey" FOREIGN KEY ("org_id", "category_id") REFERENCES "categories"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION NOT VALID;

-- One code in the organization, and one name among the children of a category or at the top of a tree.
create unique index categories_org_id_code_live_key on categories (org_id, lower(code)) where deleted_at is null;
create unique index categories_org_id_name_live_key on categories (org_id, applies_to, parent_id, lower(name))
  nulls not distinct where deleted_at is null;
alter table categories add constraint categories_org_id_applies_to_check
  check (applies_to in ('workflow', 'survey', 'initiative', 'lead', 'pack', 'content_page', 'kudos'));
