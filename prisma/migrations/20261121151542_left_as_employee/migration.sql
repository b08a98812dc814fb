-- AlterTable
ALTER TABLE "users" ADD COLUMN     "left_as_employee" BOOLEAN NOT NULL DEFAULT false;
