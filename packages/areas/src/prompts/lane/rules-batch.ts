import { isTracing, type LeasedBatch, type OrganizationRun } from '@wfp/shared';
import { getOrganizationData } from '../context/cached-data.ts';
import { completeContexts, type LoadedTask, loadTasks } from '../context/context.ts';
import { evaluateEarly, evaluateWith, notExisting } from '../evaluation/evaluate.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';
import { type Provider, ProviderFailure } from '../prompt.ts';
import { isExternal, providerFor } from '../providers/providers.ts';
import { rulesProvider, taskPartsFor } from '../providers/rules-provider.ts';
import { completeRuns, type EvaluatedRun, templateDisabled } from './complete-runs.ts';
import { type LeasedRun, passToModels } from './lane.store.ts';
import { traceRun } from './prompt-metrics.ts';

type Errors = Map<LeasedRun, unknown>;

/**
 * Evaluates conditions and runs of the rules together: reads all tasks at once, and writes all results at once. Passes
 * the other runs to the lanes that call models. With tracing, does so for each run separately.
 */
export async function evaluateBatch(batch: LeasedBatch<LeasedRun>): Promise<Errors> {
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
  const forModels: LeasedRun[] = [];
  const tasks = await loadTasks(call.caller, enabled.map(taskRequest));
  for (const [index, run] of enabled.entries()) {
    const task = tasks[index];
    const provider = providerFor(call.platform.config, run.template.settings);
    const early = task ? await evaluateConditionOf(call, { run, task, provider }, errors) : notExisting;
    if (early) evaluated.push({ run, evaluation: early });
    else if (!task || errors.has(run)) continue;
    else if (provider && isExternal(provider)) forModels.push(run);
    else found.push({ run, task });
  }
  evaluated.push(...(await evaluateFound(call, found, errors)));
  await completeRuns(call, evaluated);
  await passToModels(call.platform, call.org_id, forModels);
}

const taskRequest = ({ record_id, event_id, template }: LeasedRun) => ({
  task_id: record_id,
  event_id,
  ...taskPartsFor(template),
});

async function evaluateConditionOf(
  { caller }: OrganizationRun,
  { run, task, provider }: { run: LeasedRun; task: LoadedTask; provider: Provider | undefined },
  errors: Errors,
): Promise<Evaluation | undefined> {
  try {
    return await evaluateEarly(caller, run, task, provider, null);
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
    if (result.status === 'fulfilled' && !result.value.retry) return [{ run, evaluation: result.value }];
    errors.set(run, result.status === 'fulfilled' ? failureOf(result.value) : result.reason);
    return [];
  });
}

const failureOf = ({ error, retry }: Evaluation) =>
  new ProviderFailure('transient', error ?? '', { retryAfterMs: retry?.retryAfterMs ?? null });
