-- CreateTable
CREATE TABLE "stream_tickets" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "session_id" INTEGER,
    "api_key_id" INTEGER,
    "token_hash" BYTEA NOT NULL,
    "credential_expires_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stream_tickets_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "stream_tickets_token_hash_key" ON "stream_tickets"("token_hash");

-- CreateIndex
CREATE INDEX "stream_tickets_org_id_user_id_idx" ON "stream_tickets"("org_id", "user_id");

-- CreateIndex
CREATE INDEX "stream_tickets_org_id_session_id_idx" ON "stream_tickets"("org_id", "session_id");

-- CreateIndex
CREATE INDEX "stream_tickets_org_id_api_key_id_idx" ON "stream_tickets"("org_id", "api_key_id");

-- CreateIndex
CREATE INDEX "stream_tickets_expires_at_idx" ON "stream_tickets"("expires_at");

-- AddForeignKey
ALTER TABLE "stream_tickets" ADD CONSTRAINT "stream_tickets_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stream_tickets" ADD CONSTRAINT "stream_tickets_org_id_session_id_fkey" FOREIGN KEY ("org_id", "session_id") REFERENCES "sessions"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stream_tickets" ADD CONSTRAINT "stream_tickets_org_id_api_key_id_fkey" FOREIGN KEY ("org_id", "api_key_id") REFERENCES "api_keys"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A ticket represents one credential.
ALTER TABLE "stream_tickets" ADD CONSTRAINT "stream_tickets_credential_check" CHECK (num_nonnulls("session_id", "api_key_id") = 1);
