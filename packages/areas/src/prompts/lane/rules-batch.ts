import { isTracing, type LeasedBatch, type OrganizationRun } from '@wfp/shared';
import { getOrganizationData } from '../context/cached-data.ts';
import { completeContexts, type LoadedTask, loadTasks } from '../context/context.ts';
import { evaluateEarly, evaluateWith, notExisting } from '../evaluation/evaluate.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';
import { rulesProvider, taskPartsFor } from '../providers/rules-provider.ts';
import { completeRuns, type EvaluatedRun, templateDisabled } from './complete-runs.ts';
import type { LeasedRun } from './lane.store.ts';
import { traceRun } from './prompt-metrics.ts';

type Errors = Map<LeasedRun, unknown>;

/**
 * Evaluates runs of the rules together: reads all tasks at once, and writes all results at once. With tracing, does so
 * for each run separately.
 */
export async function evaluateRules(batch: LeasedBatch<LeasedRun>): Promise<Errors> {
  const errors: Errors = new Map();
  if (!isTracing()) {
    await evaluateTogether(batch, batch.rows, errors);
    return errors;
  }
  // In this way, the event of each result continues the trace of its run's event.
  for (const run of batch.rows) {
    await traceRun(batch.platform, batch.org_id, run, () => evaluateTogether(batch, [run], errors));
  }
  return errors;
}

async function evaluateTogether(
  call: OrganizationRun,
  runs: readonly LeasedRun[],
  errors: Errors,
): Promise<void> {
  const { disabled = [], enabled = [] } = Object.groupBy(runs, (run) =>
    run.is_enabled ? 'enabled' : 'disabled',
  );
  const evaluated: EvaluatedRun[] = disabled.map((run) => ({ run, evaluation: templateDisabled }));
  const found: { run: LeasedRun; task: LoadedTask }[] = [];
  const tasks = await loadTasks(call.caller, enabled.map(taskRequest));
  for (const [index, run] of enabled.entries()) {
    const task = tasks[index];
    const early = task ? await evaluateConditionOf(call, run, task, errors) : notExisting;
    if (early) evaluated.push({ run, evaluation: early });
    else if (task && !errors.has(run)) found.push({ run, task });
  }
  evaluated.push(...(await evaluateFound(call, found, errors)));
  await completeRuns(call, evaluated);
}

const taskRequest = ({ record_id, event_id, template }: LeasedRun) => ({
  task_id: record_id,
  event_id,
  ...taskPartsFor(template),
});

async function evaluateConditionOf(
  { caller }: OrganizationRun,
  run: LeasedRun,
  task: LoadedTask,
  errors: Errors,
): Promise<Evaluation | undefined> {
  try {
    return await evaluateEarly(caller, run, task, rulesProvider, null);
  } catch (error) {
    errors.set(run, error);
    return undefined;
  }
}

async function evaluateFound(
  { caller, signal }: OrganizationRun,
  found: readonly { run: LeasedRun; task: LoadedTask }[],
  errors: Errors,
): Promise<EvaluatedRun[]> {
  if (found.length === 0) return [];
  const data = await getOrganizationData(caller);
  const contexts = await completeContexts(
    caller,
    data,
    found.map(({ task }) => task),
  );
  const evaluations = await Promise.allSettled(
    contexts.map(({ context }, index) => {
      const { run } = found[index] as { run: LeasedRun };
      const subject = { resource: 'prompt_run', record_id: run.id };
      return evaluateWith(caller, { template: run.template, subject, signal }, context, rulesProvider, null);
    }),
  );
  return evaluations.flatMap((result, index) => {
    const { run } = found[index] as { run: LeasedRun };
    if (result.status === 'fulfilled') return [{ run, evaluation: result.value }];
    errors.set(run, result.reason);
    return [];
  });
}
