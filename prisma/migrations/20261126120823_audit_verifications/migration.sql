-- CreateTable
CREATE TABLE "audit_verifications" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "from_seq" BIGINT,
    "to_seq" BIGINT,
    "is_valid" BOOLEAN NOT NULL,
    "checked" BIGINT NOT NULL,
    "first_broken_seq" BIGINT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,

    CONSTRAINT "audit_verifications_pkey" PRIMARY KEY ("org_id","id")
);
