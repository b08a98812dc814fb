import {
  type Caller,
  type Job,
  type LeasedLane,
  type LeasedWork,
  leasedLane,
  type Platform,
  type Retry,
} from '@wfp/shared';
import { evaluate } from '../evaluation/evaluate.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';
import { ProviderFailure } from '../prompt.ts';
import { attemptsExhausted, completeRuns, templateDisabled } from './complete-runs.ts';
import { type LeasedRun, modelBacklog, modelQueue, promptBacklog, promptQueue } from './lane.store.ts';
import { countRun, traceRun } from './prompt-metrics.ts';
import { evaluateBatch } from './rules-batch.ts';

const maxAttempts = 5;
const maxRunMs = 120_000;
const maxRetryMs = 10 * 60_000;

/** Waiting for reserved budget does not count as an attempt. */
const retryForBudget: Retry = { afterMs: 500, isAttempt: false };
const retryAfterShutdown: Retry = { afterMs: 0, isAttempt: false };

/**
 * Organizations whose runs a worker executes at the same time, in each lane. Unverified ones have a part of as many slots in
 * addition.
 */
const maxOrganizations = 20;
/** Calls to the model at the same time, for one organization. */
const maxCalls = 8;

const common = {
  emits: ['prompt_run.completed'],
  maxRunMs: 10_000,
  renewEveryMs: 4_000,
  maxAttempts,
  work: (work) => traceRun(work.platform, work.org_id, work.row, () => evaluateRun(work)),
  retry: ({ platform, log }, { id, attempts }, error) => {
    if (error instanceof ProviderFailure)
      return retryAfter(platform, attempts, error.retryAfterMs, error.message);
    log.error({ err: error, prompt_run_id: id }, 'Prompt run failed');
    return { afterMs: backoffMs(attempts), error: 'Internal error' };
  },
  giveUp: async (call, run, error) => {
    if (error) call.log.error({ err: error, prompt_run_id: run.id }, 'Prompt run failed');
    const evaluation = run.is_enabled ? attemptsExhausted(maxAttempts) : templateDisabled;
    await completeRuns(call, [{ run, evaluation }]);
  },
} satisfies Partial<LeasedLane<LeasedRun>>;

/** Evaluates conditions, and runs that need no model, in batches. Never waits for a model. */
export const promptLane: Job = leasedLane<LeasedRun>({
  ...common,
  queue: promptQueue,
  concurrency: maxOrganizations,
  backlog: promptBacklog,
  parallel: 0,
  batches: { maxRows: 64, work: evaluateBatch },
});

/** Calls models. An organization keeps its slot until its last call ends, which limits the calls of a worker. */
export const modelLane: Job = leasedLane<LeasedRun>({
  ...common,
  queue: modelQueue,
  concurrency: maxOrganizations,
  backlog: modelBacklog,
  parallel: maxCalls,
});

const backoffMs = (attempts: number) => 1_000 * 2 ** attempts;

async function evaluateRun(work: LeasedWork<LeasedRun>): Promise<Retry | undefined> {
  const { platform, row, caller, signal } = work;
  const evaluation = row.is_enabled ? await requestEvaluation(caller, row, signal) : templateDisabled;
  if (signal.aborted && evaluation.status === 'failed') return retryAfterShutdown;
  if (evaluation.isBudgetReserved) return retryForBudget;
  if (!evaluation.retry || row.attempts >= maxAttempts) {
    await completeRuns(work, [{ run: row, evaluation }]);
    return undefined;
  }
  return retryAfter(platform, row.attempts, evaluation.retry.retryAfterMs, evaluation.error);
}

function retryAfter(
  platform: Platform,
  attempts: number,
  retryAfterMs: number | null,
  error: string | null,
): Retry {
  countRun(platform, 'retried');
  return { afterMs: Math.min(retryAfterMs ?? backoffMs(attempts), maxRetryMs), ...(error && { error }) };
}

function requestEvaluation(
  caller: Caller,
  { id, template, record_id, event_id }: LeasedRun,
  signal: AbortSignal,
): Promise<Evaluation> {
  return evaluate(caller, {
    template,
    record_id,
    event_id,
    subject: { resource: 'prompt_run', record_id: id },
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]),
  });
}
