-- CreateTable
CREATE TABLE "user_preferences" (
    "org_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "values" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,

    CONSTRAINT "user_preferences_pkey" PRIMARY KEY ("org_id","id")
);

-- AddForeignKey
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_org_id_id_fkey" FOREIGN KEY ("org_id", "id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
