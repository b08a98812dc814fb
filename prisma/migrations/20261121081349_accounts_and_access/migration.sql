-- CreateEnum
CREATE TYPE "file_status" AS ENUM ('pending', 'stored', 'refused');

-- CreateEnum
CREATE TYPE "transfer_status" AS ENUM ('queued', 'running', 'succeeded', 'failed', 'expired');

-- CreateEnum
CREATE TYPE "export_format" AS ENUM ('csv', 'json', 'ndjson');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('waiting', 'sending', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "mfa_kind" AS ENUM ('totp');

-- CreateEnum
CREATE TYPE "org_address_kind" AS ENUM ('headquarters', 'billing', 'shipping', 'branch');

-- CreateEnum
CREATE TYPE "org_contact_kind" AS ENUM ('general', 'support', 'billing', 'hr', 'press', 'emergency');

-- CreateEnum
CREATE TYPE "birthday_visibility" AS ENUM ('hidden', 'day_month');

-- CreateEnum
CREATE TYPE "identity_provider" AS ENUM ('password', 'oidc', 'saml', 'scim');

-- CreateEnum
CREATE TYPE "user_token_purpose" AS ENUM ('verify_email', 'change_email', 'reset_password', 'invitation');

-- CreateEnum
CREATE TYPE "session_stage" AS ENUM ('full', 'mfa_setup');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_cidrs" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "description" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "expiry_notices" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "last_used_ip" TEXT,
ADD COLUMN     "rotated_from_id" INTEGER,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "updated_by" INTEGER;

-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "on_behalf_of" INTEGER,
ADD COLUMN     "personal_digest" BYTEA;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "closing_at" TIMESTAMPTZ(3),
ADD COLUMN     "legal_name" TEXT,
ADD COLUMN     "logo_file_id" INTEGER,
ADD COLUMN     "plan_code" TEXT NOT NULL DEFAULT 'free',
ADD COLUMN     "primary_domain" TEXT,
ADD COLUMN     "registration_no" TEXT,
ADD COLUMN     "verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "mfa_at" TIMESTAMPTZ(3),
ADD COLUMN     "stage" "session_stage" NOT NULL DEFAULT 'full';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "avatar_file_id" INTEGER,
ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3),
ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "password_changed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "audit_chain" (
    "org_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "audit_id" BIGINT NOT NULL,
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("org_id","seq")
);

-- CreateTable
CREATE TABLE "audit_heads" (
    "org_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "hash" BYTEA NOT NULL,
    "settled_id" BIGINT NOT NULL DEFAULT 0,
    "announced_on" DATE,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "audit_personal" (
    "org_id" INTEGER NOT NULL,
    "audit_id" BIGINT NOT NULL,
    "subject_user_id" INTEGER NOT NULL,
    "salt" BYTEA NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_personal_pkey" PRIMARY KEY ("org_id","audit_id")
);

-- CreateTable
CREATE TABLE "audit_searches" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_searches_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "enums" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "is_extensible" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "enums_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "enum_values" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "enum_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "color" TEXT,
    "icon" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "enum_values_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "files" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "mime" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "status" "file_status" NOT NULL DEFAULT 'pending',
    "sha256" TEXT,
    "storage_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "files_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "exports" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "resource" TEXT NOT NULL,
    "format" "export_format" NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "columns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" "transfer_status" NOT NULL DEFAULT 'queued',
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "total_rows" INTEGER,
    "size" INTEGER,
    "storage_key" TEXT,
    "error" TEXT,
    "api_key_id" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "imports" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "resource" TEXT NOT NULL,
    "file_id" INTEGER NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "status" "transfer_status" NOT NULL DEFAULT 'queued',
    "result" JSONB,
    "error" TEXT,
    "api_key_id" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "updated_by" INTEGER,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "org_id" INTEGER NOT NULL,
    "credential" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("org_id","credential","target","key")
);

-- CreateTable
CREATE TABLE "mails" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER,
    "to_address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "content_enc" BYTEA,
    "status" "mail_status" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "mfa_methods" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "mfa_kind" NOT NULL DEFAULT 'totp',
    "label" TEXT NOT NULL,
    "secret_enc" BYTEA NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "mfa_methods_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "mfa_challenges" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mfa_challenges_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "organization_settings" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "section" TEXT NOT NULL,
    "values" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,

    CONSTRAINT "organization_settings_pkey" PRIMARY KEY ("org_id","section")
);

-- CreateTable
CREATE TABLE "org_addresses" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" "org_address_kind" NOT NULL,
    "line1" TEXT NOT NULL,
    "line2" TEXT,
    "city" TEXT NOT NULL,
    "region" TEXT,
    "postal_code" TEXT,
    "country" TEXT NOT NULL,
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "org_addresses_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "org_contacts" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" "org_contact_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "org_contacts_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "org_social_links" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "platform" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "org_social_links_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "user_profiles" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "pronouns" TEXT,
    "bio" TEXT,
    "phone" TEXT,
    "skills" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "links" JSONB NOT NULL DEFAULT '[]',
    "birthday_visibility" "birthday_visibility" NOT NULL DEFAULT 'hidden',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,

    CONSTRAINT "user_profiles_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "user_identities" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "provider" "identity_provider" NOT NULL,
    "provider_key" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "user_tokens" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "purpose" "user_token_purpose" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_tokens_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_chain_org_id_audit_id_key" ON "audit_chain"("org_id", "audit_id");

-- CreateIndex
CREATE INDEX "audit_personal_org_id_subject_user_id_idx" ON "audit_personal"("org_id", "subject_user_id");

-- CreateIndex
CREATE INDEX "enum_values_org_id_enum_id_idx" ON "enum_values"("org_id", "enum_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "mfa_methods_org_id_user_id_idx" ON "mfa_methods"("org_id", "user_id");

-- CreateIndex
CREATE INDEX "recovery_codes_org_id_user_id_idx" ON "recovery_codes"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "mfa_challenges_token_hash_key" ON "mfa_challenges"("token_hash");

-- CreateIndex
CREATE INDEX "mfa_challenges_org_id_user_id_idx" ON "mfa_challenges"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_profiles_org_id_user_id_key" ON "user_profiles"("org_id", "user_id");

-- CreateIndex
CREATE INDEX "user_identities_org_id_user_id_idx" ON "user_identities"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_tokens_token_hash_key" ON "user_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "user_tokens_org_id_user_id_idx" ON "user_tokens"("org_id", "user_id");

-- AddForeignKey
ALTER TABLE "enum_values" ADD CONSTRAINT "enum_values_org_id_enum_id_fkey" FOREIGN KEY ("org_id", "enum_id") REFERENCES "enums"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mfa_methods" ADD CONSTRAINT "mfa_methods_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mfa_challenges" ADD CONSTRAINT "mfa_challenges_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "organization_settings" ADD CONSTRAINT "organization_settings_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "org_addresses" ADD CONSTRAINT "org_addresses_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "org_contacts" ADD CONSTRAINT "org_contacts_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "org_social_links" ADD CONSTRAINT "org_social_links_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "audit_log" ALTER COLUMN "actor_name" DROP NOT NULL;

-- ================================================================ written by hand

-- ---------------------------------------------------------------- unique among live rows
create unique index user_identities_org_id_external_id_live_key on user_identities (org_id, provider_key, external_id)
  where deleted_at is null;
create unique index org_addresses_org_id_is_primary_live_key on org_addresses (org_id, kind)
  where deleted_at is null and is_primary;
create unique index enums_org_id_code_live_key on enums (org_id, code) where deleted_at is null;
create unique index enum_values_org_id_code_live_key on enum_values (org_id, enum_id, code) where deleted_at is null;
create unique index enum_values_org_id_is_default_live_key on enum_values (org_id, enum_id)
  where deleted_at is null and is_default;

-- ---------------------------------------------------------------- arrays are never null
alter table user_profiles alter column skills set not null;
alter table api_keys alter column allowed_cidrs set not null;
alter table api_keys alter column expiry_notices set not null;
alter table exports alter column columns set not null;

-- ---------------------------------------------------------------- dependent columns
alter table org_contacts add constraint org_contacts_org_id_email_check check (email is not null or phone is not null);
alter table grants add constraint grants_org_id_team_id_check check ((scope = 'team') = (team_id is not null));
alter table grants add constraint grants_org_id_ends_at_check check (ends_at is null or starts_at is null or starts_at < ends_at);

-- ---------------------------------------------------------------- indexes of backlogs
create index mails_due on mails (due_at) where status in ('waiting', 'sending');
create index exports_due on exports (org_id, id) where status in ('queued', 'running');
create index imports_due on imports (org_id, id) where status in ('queued', 'running');
create index exports_to_expire on exports (expires_at) where status = 'succeeded';
create index grants_to_end on grants (ends_at) where deleted_at is null and ends_at is not null;
create index api_keys_to_end on api_keys (expires_at) where revoked_at is null and expires_at is not null;
create index organizations_closing on organizations (closing_at) where status = 'closing';

-- ---------------------------------------------------------------- optimistic concurrency
-- Called in the RETURNING clause of a write with If-Match: fails unless the row has one of the given versions.
create function require_version(actual timestamptz, expected timestamptz[]) returns boolean language plpgsql as $$
begin
  if actual = any(expected) is not true then
    raise exception 'the row has changed' using errcode = 'WF412';
  end if;
  return true;
end $$;

-- ---------------------------------------------------------------- append-only
create trigger append_only before update or delete or truncate on audit_chain for each statement execute function refuse_change();
create trigger append_only before update or truncate on audit_personal for each statement execute function refuse_change();
revoke update, delete on audit_chain from wfp_app;
revoke update on audit_personal from wfp_app;

-- ---------------------------------------------------------------- existing rows
update organizations set verified_at = created_at where status = 'active';
insert into user_identities (org_id, user_id, provider, provider_key, external_id, verified_at)
  select org_id, id, 'password', 'password', id::text, created_at from users
  where password_hash is not null and deleted_at is null;
