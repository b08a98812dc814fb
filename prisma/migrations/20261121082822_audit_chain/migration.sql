-- AlterTable
ALTER TABLE "audit_heads" ADD COLUMN     "announced_seq" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "sealed_id" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "settled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ALTER COLUMN "announced_on" SET NOT NULL,
ALTER COLUMN "announced_on" SET DEFAULT CURRENT_DATE;

-- AlterTable
ALTER TABLE "audit_personal" ALTER COLUMN "subject_user_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "audit_checkpoints" (
    "org_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "head" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_checkpoints_pkey" PRIMARY KEY ("org_id","id")
);

-- ================================================================ written by hand

-- ---------------------------------------------------------------- digests, for writing and for verifying
-- Digest of an entry: a JSON array of its columns in this order, as PostgreSQL prints jsonb, in UTF-8. A later
-- column is appended, and only if it is not null, so that digests of older entries stay valid.
create function audit_entry_digest(entry audit_log) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(
    entry.org_id, entry.id, wire_time(entry.occurred_at), entry.event_id, entry.actor_type, entry.actor_id,
    entry.actor_name, entry.on_behalf_of, entry.action, entry.outcome, entry.resource, entry.record_id,
    entry.before, entry.after, encode(entry.personal_digest, 'hex'), entry.ip, entry.user_agent, entry.request_id
  )::text, 'UTF8'))
$$;

-- Salted digest of old and new values about a person. The array distinguishes a missing side from an empty one.
create function audit_personal_digest(salt bytea, before jsonb, after jsonb) returns bytea language sql stable parallel safe as $$
  select sha256(salt || convert_to(jsonb_build_array(before, after)::text, 'UTF8'))
$$;

-- ---------------------------------------------------------------- append-only
create trigger append_only before update or delete or truncate on audit_checkpoints for each statement execute function refuse_change();
revoke update, delete on audit_checkpoints from wfp_app;
