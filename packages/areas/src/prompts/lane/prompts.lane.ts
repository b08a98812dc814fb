import {
  type Caller,
  type Job,
  type LeasedWork,
  leasedLane,
  type OrganizationRun,
  type Retry,
} from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { confidentialError, type Evaluation, evaluate, notEvaluated } from '../evaluation/evaluate.ts';
import { finishRun } from '../runs/runs.store.ts';
import { type LeasedRun, promptBacklog, promptQueue, skipRun, storeTexts } from './lane.store.ts';
import { countRun, traceRun } from './prompt-metrics.ts';

const maxAttempts = 5;
const maxRunMs = 120_000;
const maxRetryMs = 10 * 60_000;

/** Waiting for reserved budget does not count as an attempt. */
const retryForBudget: Retry = { afterMs: 500, isAttempt: false };
const retryAfterShutdown: Retry = { afterMs: 0, isAttempt: false };

/** Evaluates pending runs and records the results. */
export const promptLane: Job = leasedLane<LeasedRun>({
  queue: promptQueue,
  concurrency: 20,
  emits: ['prompt_run.completed'],
  backlog: promptBacklog,
  parallel: 8,
  maxRunMs: 10_000,
  renewEveryMs: 4_000,
  maxAttempts,
  work: (work) => traceRun(work.platform, work.org_id, work.row, () => evaluateRun(work)),
  retry: ({ log }, { id, attempts }, error) => {
    log.error({ err: error, prompt_run_id: id }, 'Prompt run failed');
    return { afterMs: backoffMs(attempts), error: 'Internal error' };
  },
  giveUp: async (call, row, error) => {
    if (error) call.log.error({ err: error, prompt_run_id: row.id }, 'Prompt run failed');
    await completeRun(call, row, row.is_enabled ? attemptsExhausted : templateDisabled);
  },
});

const backoffMs = (attempts: number) => 1_000 * 2 ** attempts;

const templateDisabled: Evaluation = {
  ...notEvaluated,
  status: 'skipped',
  error: 'The template was disabled or deleted',
};
const attemptsExhausted: Evaluation = {
  ...notEvaluated,
  status: 'failed',
  error: `Not finished after ${maxAttempts} attempts`,
};

async function evaluateRun(work: LeasedWork<LeasedRun>): Promise<Retry | undefined> {
  const { platform, row, caller, signal } = work;
  if (!row.is_enabled) return completeRun(work, row, templateDisabled);
  const evaluation = await requestEvaluation(caller, row, signal);
  if (signal.aborted && evaluation.status === 'failed') return retryAfterShutdown;
  if (evaluation.isBudgetReserved) return retryForBudget;
  if (!evaluation.retry || row.attempts >= maxAttempts) return completeRun(work, row, evaluation);
  countRun(platform, 'retried');
  const afterMs = evaluation.retry.retryAfterMs ?? backoffMs(row.attempts);
  return { afterMs: Math.min(afterMs, maxRetryMs), ...(evaluation.error && { error: evaluation.error }) };
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

async function completeRun(
  call: OrganizationRun,
  run: LeasedRun,
  evaluation: Evaluation,
): Promise<undefined> {
  const { input, output, mentions, retry: _, isBudgetReserved: __, ...result } = evaluation;
  const { platform, org_id, caller } = call;
  if (result.status === 'skipped') {
    countRun(platform, 'skipped');
    await skipRun(platform, org_id, run, result.error);
    return;
  }
  const error = confidentialError(evaluation);
  await storeTexts(platform, org_id, run, { input, output, mentions, error });
  await write(caller, finishRun(caller, run, result), { event: 'prompt_run.completed', action: 'run' });
  countRun(platform, result.status);
  const reason = result.error ? `: ${result.error}` : '';
  await call.note(`run ${run.id} of ${run.template.code}: ${result.status}${reason}`);
}
