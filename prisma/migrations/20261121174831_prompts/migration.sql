-- CreateEnum
CREATE TYPE "prompt_on_error" AS ENUM ('continue', 'reject');

-- CreateEnum
CREATE TYPE "prompt_run_status" AS ENUM ('pending', 'running', 'succeeded', 'failed', 'refused', 'skipped');

-- CreateTable
CREATE TABLE "prompt_templates" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hook" TEXT NOT NULL,
    "condition" JSONB,
    "system_text" TEXT NOT NULL,
    "user_text" TEXT NOT NULL,
    "output_schema" JSONB NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "on_error" "prompt_on_error" NOT NULL DEFAULT 'continue',
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "is_builtin" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "prompt_templates_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "prompt_template_versions" (
    "org_id" INTEGER NOT NULL,
    "template_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "snapshot" JSONB NOT NULL,
    "changed_by" INTEGER,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prompt_template_versions_pkey" PRIMARY KEY ("org_id","template_id","version")
);

-- CreateTable
CREATE TABLE "prompt_runs" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "template_id" INTEGER NOT NULL,
    "template_version" INTEGER NOT NULL,
    "event_id" BIGINT,
    "hook" TEXT NOT NULL,
    "record_type" TEXT NOT NULL,
    "record_id" INTEGER,
    "record_version" TIMESTAMPTZ(3),
    "record_state" JSONB NOT NULL DEFAULT '{}',
    "status" "prompt_run_status" NOT NULL DEFAULT 'pending',
    "input" JSONB,
    "output" JSONB,
    "provider" TEXT,
    "model" TEXT,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "cost" DECIMAL(14,6),
    "latency_ms" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),
    "applied_by" INTEGER,
    "applied_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "prompt_runs_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "prompt_usage" (
    "org_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "tokens" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "prompt_usage_pkey" PRIMARY KEY ("org_id","day")
);

-- CreateIndex
CREATE INDEX "prompt_runs_org_id_record_type_record_id_id_idx" ON "prompt_runs"("org_id", "record_type", "record_id", "id");

-- CreateIndex
CREATE INDEX "prompt_runs_org_id_template_id_id_idx" ON "prompt_runs"("org_id", "template_id", "id");

-- AddForeignKey
ALTER TABLE "prompt_templates" ADD CONSTRAINT "prompt_templates_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "prompt_template_versions" ADD CONSTRAINT "prompt_template_versions_org_id_template_id_fkey" FOREIGN KEY ("org_id", "template_id") REFERENCES "prompt_templates"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "prompt_runs" ADD CONSTRAINT "prompt_runs_org_id_template_id_fkey" FOREIGN KEY ("org_id", "template_id") REFERENCES "prompt_templates"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- ================================================================ written by hand
alter table prompt_runs alter column applied_fields set not null;

create unique index prompt_templates_org_id_code_live_key on prompt_templates (org_id, code) where deleted_at is null;
alter table prompt_templates add constraint prompt_templates_org_id_hook_check
  check (hook in ('task.pre_create', 'task.pre_update', 'task.post_create', 'task.post_update'));
alter table prompt_templates add constraint prompt_templates_org_id_version_check check (version > 0);
-- Enabled templates of a hook.
create index prompt_templates_enabled on prompt_templates (org_id, hook) where is_enabled and deleted_at is null;

-- One run per event, even if a relay or worker is killed and repeats its work.
create unique index prompt_runs_event on prompt_runs (org_id, template_id, event_id) where event_id is not null;
-- The backlog.
create index prompt_runs_due on prompt_runs (due_at, org_id, id) where status in ('pending', 'running');
-- Unfinished runs of a record: the run of a newer event replaces a pending one.
create index prompt_runs_waiting on prompt_runs (org_id, template_id, record_id) where status in ('pending', 'running');
alter table prompt_runs add constraint prompt_runs_org_id_leased_until_check
  check ((status = 'running') = (leased_until is not null));
