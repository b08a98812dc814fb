-- CreateEnum
CREATE TYPE "grant_scope" AS ENUM ('role', 'team', 'own');

-- CreateEnum
CREATE TYPE "grant_source" AS ENUM ('manual', 'hierarchy', 'default', 'pack');

-- CreateEnum
CREATE TYPE "audit_actor_type" AS ENUM ('user', 'api_key', 'system');

-- CreateEnum
CREATE TYPE "audit_outcome" AS ENUM ('success', 'denied', 'failed');

-- CreateEnum
CREATE TYPE "employee_status" AS ENUM ('pre_hire', 'active', 'on_leave', 'suspended', 'terminated');

-- CreateEnum
CREATE TYPE "employment_type" AS ENUM ('full_time', 'part_time', 'contractor', 'intern', 'temporary');

-- CreateEnum
CREATE TYPE "organization_status" AS ENUM ('unverified', 'active', 'suspended', 'closing', 'closed');

-- CreateEnum
CREATE TYPE "task_status" AS ENUM ('todo', 'in_progress', 'reviewing', 'blocked', 'done', 'cancelled');

-- CreateEnum
CREATE TYPE "task_priority" AS ENUM ('low', 'medium', 'high', 'urgent');

-- CreateEnum
CREATE TYPE "task_effort" AS ENUM ('xs', 's', 'm', 'l', 'xl', 'xxl');

-- CreateEnum
CREATE TYPE "task_type" AS ENUM ('feature', 'epic', 'story', 'task', 'question');

-- CreateEnum
CREATE TYPE "team_kind" AS ENUM ('department', 'squad', 'committee');

-- CreateEnum
CREATE TYPE "team_member_role" AS ENUM ('member', 'lead', 'deputy');

-- CreateEnum
CREATE TYPE "user_status" AS ENUM ('invited', 'active', 'suspended', 'deactivated');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'delivering', 'succeeded', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "roles" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_builtin" BOOLEAN NOT NULL DEFAULT false,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "roles_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "role_permissions" (
    "org_id" INTEGER NOT NULL,
    "role_id" INTEGER NOT NULL,
    "permission" TEXT NOT NULL,
    "scopes" TEXT[],

    CONSTRAINT "role_permissions_pkey" PRIMARY KEY ("org_id","role_id","permission")
);

-- CreateTable
CREATE TABLE "grants" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "role_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "scope" "grant_scope" NOT NULL DEFAULT 'role',
    "team_id" INTEGER,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "source" "grant_source" NOT NULL DEFAULT 'manual',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "grants_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "org_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "event_id" BIGINT,
    "actor_type" "audit_actor_type" NOT NULL,
    "actor_id" INTEGER,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "outcome" "audit_outcome" NOT NULL DEFAULT 'success',
    "resource" TEXT NOT NULL,
    "record_id" BIGINT,
    "before" JSONB,
    "after" JSONB,
    "ip" TEXT,
    "user_agent" TEXT,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "employees" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "employee_number" TEXT NOT NULL,
    "user_id" INTEGER,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "preferred_name" TEXT,
    "work_email" TEXT,
    "phone" TEXT,
    "status" "employee_status" NOT NULL DEFAULT 'active',
    "employment_type" "employment_type" NOT NULL DEFAULT 'full_time',
    "job_title" TEXT,
    "hire_date" DATE NOT NULL,
    "end_date" DATE,
    "team_id" INTEGER,
    "manager_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "employees_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "events" (
    "org_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "aggregate_type" TEXT NOT NULL,
    "aggregate_id" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "subject_employee_id" INTEGER,
    "subject_team_id" INTEGER,
    "subject_user_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "is_private" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "events_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "event_id" BIGINT NOT NULL,
    "org_id" INTEGER NOT NULL,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "event_log" (
    "org_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "event_log_pkey" PRIMARY KEY ("org_id","seq")
);

-- CreateTable
CREATE TABLE "event_heads" (
    "org_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "event_heads_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "status" "organization_status" NOT NULL DEFAULT 'active',
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "locale" TEXT NOT NULL DEFAULT 'en',
    "currency" TEXT NOT NULL DEFAULT 'EUR',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "initiatives" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "initiatives_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "task_columns" (
    "org_id" INTEGER NOT NULL,
    "status" "task_status" NOT NULL,
    "first_slot" INTEGER NOT NULL DEFAULT 0,
    "length" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "task_columns_pkey" PRIMARY KEY ("org_id","status")
);

-- CreateTable
CREATE TABLE "tasks" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" "task_status" NOT NULL DEFAULT 'todo',
    "priority" "task_priority" NOT NULL DEFAULT 'medium',
    "slot" INTEGER,
    "label" TEXT,
    "category_code" TEXT NOT NULL DEFAULT 'general',
    "effort" "task_effort" NOT NULL DEFAULT 'm',
    "task_type" "task_type" NOT NULL DEFAULT 'task',
    "assigned_employee_id" INTEGER,
    "assigned_team_id" INTEGER,
    "assigned_to" INTEGER,
    "parent_task_id" INTEGER,
    "initiative_id" INTEGER,
    "due_at" TIMESTAMPTZ(3),
    "reminder_offset" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "updated_by" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "task_comments" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "task_id" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "parent_id" INTEGER,
    "author_user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_comments_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "teams" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "kind" "team_kind" NOT NULL DEFAULT 'squad',
    "parent_id" INTEGER,
    "lead_employee_id" INTEGER,
    "description" TEXT NOT NULL DEFAULT '',
    "color" TEXT,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "teams_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "team_id" INTEGER NOT NULL,
    "employee_id" INTEGER NOT NULL,
    "role" "team_member_role" NOT NULL DEFAULT 'member',
    "joined_on" DATE NOT NULL,
    "left_on" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "users" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "display_name" TEXT,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "status" "user_status" NOT NULL DEFAULT 'active',
    "is_service" BOOLEAN NOT NULL DEFAULT false,
    "password_hash" TEXT,
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "refreshed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "session_id" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "url" TEXT NOT NULL,
    "secret_enc" BYTEA NOT NULL,
    "event_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "description" TEXT NOT NULL DEFAULT '',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "updated_by" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "org_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "event_type" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "response_status" INTEGER,
    "response_headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,
    "is_manual" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE INDEX "grants_org_id_user_id_idx" ON "grants"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_org_id_user_id_idx" ON "api_keys"("org_id", "user_id");

-- CreateIndex
CREATE INDEX "audit_log_org_id_occurred_at_id_idx" ON "audit_log"("org_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "audit_log_org_id_resource_record_id_id_idx" ON "audit_log"("org_id", "resource", "record_id", "id");

-- CreateIndex
CREATE INDEX "employees_org_id_manager_id_idx" ON "employees"("org_id", "manager_id");

-- CreateIndex
CREATE INDEX "employees_org_id_team_id_idx" ON "employees"("org_id", "team_id");

-- CreateIndex
CREATE INDEX "events_org_id_occurred_at_id_idx" ON "events"("org_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "events_org_id_aggregate_type_aggregate_id_id_idx" ON "events"("org_id", "aggregate_type", "aggregate_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE INDEX "tasks_org_id_assigned_employee_id_idx" ON "tasks"("org_id", "assigned_employee_id");

-- CreateIndex
CREATE INDEX "tasks_org_id_parent_task_id_idx" ON "tasks"("org_id", "parent_task_id");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_org_id_status_slot_key" ON "tasks"("org_id", "status", "slot");

-- CreateIndex
CREATE UNIQUE INDEX "task_comments_org_id_task_id_id_key" ON "task_comments"("org_id", "task_id", "id");

-- CreateIndex
CREATE INDEX "team_members_org_id_employee_id_idx" ON "team_members"("org_id", "employee_id");

-- CreateIndex
CREATE INDEX "team_members_org_id_team_id_idx" ON "team_members"("org_id", "team_id");

-- CreateIndex
CREATE INDEX "sessions_org_id_user_id_idx" ON "sessions"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_tokens_token_hash_key" ON "refresh_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "refresh_tokens_org_id_session_id_idx" ON "refresh_tokens"("org_id", "session_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_org_id_webhook_id_id_idx" ON "webhook_deliveries"("org_id", "webhook_id", "id");

-- AddForeignKey
ALTER TABLE "roles" ADD CONSTRAINT "roles_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_org_id_role_id_fkey" FOREIGN KEY ("org_id", "role_id") REFERENCES "roles"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_org_id_role_id_fkey" FOREIGN KEY ("org_id", "role_id") REFERENCES "roles"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "teams"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "teams"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_org_id_manager_id_fkey" FOREIGN KEY ("org_id", "manager_id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_org_id_assigned_employee_id_fkey" FOREIGN KEY ("org_id", "assigned_employee_id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_org_id_assigned_team_id_fkey" FOREIGN KEY ("org_id", "assigned_team_id") REFERENCES "teams"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_org_id_assigned_to_fkey" FOREIGN KEY ("org_id", "assigned_to") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_org_id_parent_task_id_fkey" FOREIGN KEY ("org_id", "parent_task_id") REFERENCES "tasks"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_org_id_initiative_id_fkey" FOREIGN KEY ("org_id", "initiative_id") REFERENCES "initiatives"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_org_id_task_id_fkey" FOREIGN KEY ("org_id", "task_id") REFERENCES "tasks"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_org_id_parent_id_fkey" FOREIGN KEY ("org_id", "task_id", "parent_id") REFERENCES "task_comments"("org_id", "task_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_org_id_author_user_id_fkey" FOREIGN KEY ("org_id", "author_user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_org_id_parent_id_fkey" FOREIGN KEY ("org_id", "parent_id") REFERENCES "teams"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_org_id_lead_employee_id_fkey" FOREIGN KEY ("org_id", "lead_employee_id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "teams"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_org_id_employee_id_fkey" FOREIGN KEY ("org_id", "employee_id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_org_id_session_id_fkey" FOREIGN KEY ("org_id", "session_id") REFERENCES "sessions"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organizations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_org_id_webhook_id_fkey" FOREIGN KEY ("org_id", "webhook_id") REFERENCES "webhook_endpoints"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
