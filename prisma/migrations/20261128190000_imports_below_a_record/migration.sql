-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "parent_id" INTEGER;
