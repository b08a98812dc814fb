-- AlterTable
ALTER TABLE "announcements" ADD COLUMN     "send_mail" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "announcement_mailings" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "announcement_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "last_user_id" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "announcement_mailings_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "announcement_mails" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "announcement_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "announcement_mails_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "announcement_mailings_org_id_announcement_id_key" ON "announcement_mailings"("org_id", "announcement_id");

-- CreateIndex
CREATE INDEX "announcement_mails_org_id_user_id_idx" ON "announcement_mails"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "announcement_mails_org_id_announcement_id_version_user_id_key" ON "announcement_mails"("org_id", "announcement_id", "version", "user_id");

-- AddForeignKey
ALTER TABLE "announcement_mailings" ADD CONSTRAINT "announcement_mailings_org_id_announcement_id_fkey" FOREIGN KEY ("org_id", "announcement_id") REFERENCES "announcements"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "announcement_mails" ADD CONSTRAINT "announcement_mails_org_id_announcement_id_fkey" FOREIGN KEY ("org_id", "announcement_id") REFERENCES "announcements"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "announcement_mails" ADD CONSTRAINT "announcement_mails_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Unfinished mailings, which are few.
create index announcement_mailings_unfinished_idx on announcement_mailings (org_id) where finished_at is null;
-- Mails to send, in the order in which they are leased.
create index announcement_mails_due_idx on announcement_mails (org_id, due_at, id) where status in ('waiting', 'sending');
-- The mails of a version that wait, which are counted, and old ones, which are deleted.
create index announcement_mails_waiting_idx on announcement_mails (org_id, announcement_id, version, created_at)
  where status in ('waiting', 'sending');
