-- CreateTable
CREATE TABLE "operator_actions" (
    "id" BIGSERIAL NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "operator" TEXT,
    "action" TEXT NOT NULL,
    "queue" TEXT,
    "job" TEXT,
    "outcome" TEXT NOT NULL,
    "ip" TEXT,

    CONSTRAINT "operator_actions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "operator_actions_occurred_at_idx" ON "operator_actions"("occurred_at");

alter table operator_actions
  add constraint operator_actions_outcome_check check (outcome in ('asked', 'done', 'refused'));
create trigger append_only before update or delete or truncate on operator_actions
  for each statement execute function refuse_change();
revoke update, delete on operator_actions from wfp_app;
