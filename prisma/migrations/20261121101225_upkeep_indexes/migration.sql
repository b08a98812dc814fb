-- CreateIndex
CREATE INDEX "mfa_challenges_expires_at_idx" ON "mfa_challenges"("expires_at");

-- CreateIndex
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "user_tokens_expires_at_idx" ON "user_tokens"("expires_at");

-- ================================================================ written by hand

-- The sweeper looks for expired rows every few seconds and must not scan whole tables to find none.
create index mails_over on mails (created_at) where status in ('sent', 'failed');
create index mfa_methods_unconfirmed on mfa_methods (created_at) where confirmed_at is null;
create index organizations_to_purge on organizations (id) where status = 'closed' and deleted_at is null;
