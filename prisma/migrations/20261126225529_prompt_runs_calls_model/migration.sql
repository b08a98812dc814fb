-- Runs of the previous release, and those that its relay inserts, have the default: the lane that evaluates conditions
-- passes them to a lane that calls models, if necessary.
ALTER TABLE "prompt_runs" ADD COLUMN     "calls_model" BOOLEAN NOT NULL DEFAULT false;
