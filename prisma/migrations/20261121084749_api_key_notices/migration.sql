-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_rotated_from_id_fkey" FOREIGN KEY ("org_id", "rotated_from_id") REFERENCES "api_keys"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- ================================================================ written by hand

-- Excludes keys whose last notice was sent, which the lane no longer needs.
drop index api_keys_to_end;
create index api_keys_to_end on api_keys (expires_at)
  where revoked_at is null and expires_at is not null and not (0 = any(expiry_notices));
