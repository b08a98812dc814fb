-- CreateTable
CREATE TABLE "mail_recipients" (
    "address_hash" BYTEA NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mails" INTEGER NOT NULL,

    CONSTRAINT "mail_recipients_pkey" PRIMARY KEY ("address_hash")
);

-- CreateIndex
CREATE INDEX "mail_recipients_since_idx" ON "mail_recipients"("since");
