import type { OrganizationRun } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { confidentialError, type Evaluation, notEvaluated } from '../evaluation/evaluation.ts';
import { type FinishedRun, finishRuns } from '../runs/finished-runs.store.ts';
import { type LeasedRun, skipRuns, storeErrors } from './lane.store.ts';
import { countRun } from './prompt-metrics.ts';

export const templateDisabled: Evaluation = {
  ...notEvaluated,
  status: 'skipped',
  error: 'The template was disabled or deleted',
};

export const attemptsExhausted = (attempts: number): Evaluation => ({
  ...notEvaluated,
  status: 'failed',
  error: `Not finished after ${attempts} attempts`,
});

export interface EvaluatedRun {
  run: LeasedRun;
  evaluation: Evaluation;
}

/** Records the results of runs, each with an event and an audit entry of its own; skipped runs have neither. */
export async function completeRuns(call: OrganizationRun, evaluated: readonly EvaluatedRun[]): Promise<void> {
  const { platform, org_id, caller, tally } = call;
  const { skipped = [], finished = [] } = Object.groupBy(evaluated, ({ evaluation }) =>
    evaluation.status === 'skipped' ? 'skipped' : 'finished',
  );
  const idsOf = ({ run, evaluation }: EvaluatedRun) => ({
    id: run.id,
    attempts: run.attempts,
    error: evaluation.error,
  });
  await skipRuns(platform, org_id, skipped.map(idsOf));
  const confidential = finished.filter(({ evaluation }) => confidentialError(evaluation) !== null);
  await storeErrors(platform, org_id, confidential.map(idsOf));
  if (finished.length > 0) {
    const recording = { event: 'prompt_run.completed', action: 'run' };
    await write(caller, finishRuns(caller, finished.map(toFinishedRun)), recording);
  }
  for (const { run, evaluation } of evaluated) {
    countRun(platform, evaluation.status);
    if (evaluation.status === 'skipped') continue;
    const { code } = run.template;
    const { status, error } = evaluation;
    tally(error ? `run ${run.id} of ${code}: ${status}: ${error}` : `${code}: ${status}`);
  }
}

function toFinishedRun({ run: { id, attempts }, evaluation }: EvaluatedRun): FinishedRun {
  const { retry, isBudgetReserved, ...result } = evaluation;
  return { id, attempts, ...result };
}
