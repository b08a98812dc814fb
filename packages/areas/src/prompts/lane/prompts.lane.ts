import { type Caller, type Job, leasedLane, type OrganizationRun, type Retry, type Work } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { confidentialError, type Evaluation, evaluate, notEvaluated } from '../evaluation/evaluate.ts';
import { endRun } from '../runs/runs.store.ts';
import { closeUnasked, keepTexts, type LeasedRun, laneQueue, promptBacklog } from './lane.store.ts';
import { countEnded, tracedRun } from './run-measures.ts';

const maxAttempts = 5;
const maxRunMs = 120_000;
const maxRetryMs = 10 * 60_000;

/** A run that waits for budget which others hold was not tried. */
const waitsForBudget: Retry = { afterMs: 500, isAttempt: false };
const notTried: Retry = { afterMs: 0, isAttempt: false };

/** Asks providers and records their answers. */
export const promptLane: Job = leasedLane<LeasedRun>({
  queue: laneQueue,
  concurrency: 20,
  emits: ['prompt_run.completed'],
  backlog: promptBacklog,
  parallel: 8,
  maxRunMs: 10_000,
  renewEveryMs: 4_000,
  maxAttempts,
  work: (work) => tracedRun(work.platform, work.org_id, work.row, () => evaluateRun(work)),
  retry: ({ log }, { id, attempts }, error) => {
    log.error({ err: error, prompt_run_id: id }, 'A prompt run failed');
    return { afterMs: backoffMs(attempts), error: 'The service was in trouble' };
  },
  giveUp: async (call, row, error) => {
    if (error) call.log.error({ err: error, prompt_run_id: row.id }, 'A prompt run failed');
    await end(call, row, row.is_wanted ? interrupted : unwanted);
  },
});

const backoffMs = (attempts: number) => 1_000 * 2 ** attempts;

const unwanted: Evaluation = {
  ...notEvaluated,
  status: 'skipped',
  error: 'Its template was switched off or deleted',
};
const interrupted: Evaluation = {
  ...notEvaluated,
  status: 'failed',
  error: `No worker brought it to an end in ${maxAttempts} tries`,
};

async function evaluateRun(work: Work<LeasedRun>): Promise<Retry | undefined> {
  const { platform, row, caller, signal } = work;
  if (!row.is_wanted) return end(work, row, unwanted);
  const evaluation = await asked(caller, row, signal);
  if (signal.aborted && evaluation.status === 'failed') return notTried;
  if (evaluation.waits) return waitsForBudget;
  if (!evaluation.trouble || row.attempts >= maxAttempts) return end(work, row, evaluation);
  countEnded(platform, 'retried');
  const afterMs = evaluation.trouble.retryAfterMs ?? backoffMs(row.attempts);
  return { afterMs: Math.min(afterMs, maxRetryMs), ...(evaluation.error && { error: evaluation.error }) };
}

function asked(
  caller: Caller,
  { id, template, record_id, event_id }: LeasedRun,
  signal: AbortSignal,
): Promise<Evaluation> {
  return evaluate(caller, {
    template,
    record_id,
    event_id,
    of: { resource: 'prompt_run', record_id: id },
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]),
  });
}

async function end(call: OrganizationRun, run: LeasedRun, evaluation: Evaluation): Promise<undefined> {
  const { input, output, mentions, trouble: _, waits: __, ...ending } = evaluation;
  const { platform, org_id, caller } = call;
  if (ending.status === 'skipped') {
    countEnded(platform, 'skipped');
    await closeUnasked(platform, org_id, run, ending.error);
    return;
  }
  const error = confidentialError(evaluation);
  await keepTexts(platform, org_id, run, { input, output, mentions, error });
  await write(caller, endRun(caller, run, ending), { event: 'prompt_run.completed', action: 'run' });
  countEnded(platform, ending.status);
  const reason = ending.error ? `: ${ending.error}` : '';
  await call.note(`run ${run.id} of ${run.template.code}: ${ending.status}${reason}`);
}
