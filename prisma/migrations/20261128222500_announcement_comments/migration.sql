-- AlterTable
ALTER TABLE "announcements" ADD COLUMN     "allow_comments" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "announcement_comments" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "announcement_id" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "announcement_comments_pkey" PRIMARY KEY ("org_id","id")
);

-- AddForeignKey
ALTER TABLE "announcement_comments" ADD CONSTRAINT "announcement_comments_org_id_announcement_id_fkey" FOREIGN KEY ("org_id", "announcement_id") REFERENCES "announcements"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- CreateIndex
CREATE INDEX "announcement_comments_org_id_announcement_id_created_at_id_idx" ON "announcement_comments"("org_id", "announcement_id", "created_at", "id");
