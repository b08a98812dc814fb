-- AlterTable
ALTER TABLE "mfa_methods" ADD COLUMN     "guesses" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "guesses_since" TIMESTAMPTZ(3);
