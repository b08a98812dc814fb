-- CreateTable
CREATE TABLE "announcements" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "body_md" TEXT NOT NULL,
    "audience" JSONB,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "publish_at" TIMESTAMPTZ(3),
    "published_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "requires_ack" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "announcements_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "announcement_receipts" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "announcement_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "announcement_receipts_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE INDEX "announcement_receipts_org_id_user_id_idx" ON "announcement_receipts"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "announcement_receipts_org_id_announcement_id_user_id_versio_key" ON "announcement_receipts"("org_id", "announcement_id", "user_id", "version");

-- AddForeignKey
ALTER TABLE "announcement_receipts" ADD CONSTRAINT "announcement_receipts_org_id_announcement_id_fkey" FOREIGN KEY ("org_id", "announcement_id") REFERENCES "announcements"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "announcement_receipts" ADD CONSTRAINT "announcement_receipts_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

alter table announcements add constraint announcements_org_id_status_check
  check (status in ('draft', 'scheduled', 'published', 'expired'));
alter table announcements add constraint announcements_org_id_publish_at_check
  check ((status = 'scheduled') = (publish_at is not null));
alter table announcements add constraint announcements_org_id_published_at_check
  check (status not in ('published', 'expired') or published_at is not null);
-- The default order of the list.
create index announcements_newest_idx on announcements (org_id, is_pinned desc, published_at desc nulls last, id desc)
  where deleted_at is null;
-- The backlog of the lane, and the number of announcements that are published or will be.
create index announcements_publish_at_idx on announcements (publish_at) where status = 'scheduled' and deleted_at is null;
create index announcements_expires_at_idx on announcements (expires_at)
  where status = 'published' and expires_at is not null and deleted_at is null;
create index announcements_active_idx on announcements (org_id) where status in ('scheduled', 'published') and deleted_at is null;
