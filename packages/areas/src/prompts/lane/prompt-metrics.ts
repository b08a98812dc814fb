import { findEventTraces, inContinuedSpan, inSpan, isTracing, type Platform } from '@wfp/shared';
import type { LeasedRun } from './lane.store.ts';

const bounds = [0.01, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

const runCounter = ({ metrics }: Platform) =>
  metrics.counter({
    name: 'wfp_prompt_runs_total',
    help: 'Prompt runs processed by this worker, by outcome; runs with the outcome "retried" remain pending.',
    labels: ['outcome'],
  });

const callHistogram = ({ metrics }: Platform) =>
  metrics.histogram(
    {
      name: 'wfp_prompt_provider_duration_seconds',
      help: 'Duration of calls to prompt providers, by provider and outcome (answered or failed).',
      labels: ['provider', 'outcome'],
    },
    bounds,
  );

/** Registers the metrics, so that they are exported from the start. */
export function registerPromptMetrics(platform: Platform): void {
  runCounter(platform);
  callHistogram(platform);
}

export function countRun(platform: Platform, outcome: string): void {
  runCounter(platform).labels(outcome).add();
}

/** Calls a provider within a span, and records the duration. */
export async function measureCall<Response>(
  platform: Platform,
  provider: string,
  call: () => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    const response = await (isTracing()
      ? inSpan(`call ${provider}`, { kind: 'CLIENT', attributes: { 'gen_ai.provider.name': provider } }, call)
      : call());
    outcome = 'answered';
    return response;
  } finally {
    callHistogram(platform)
      .labels(provider, outcome)
      .observe((performance.now() - startedAt) / 1_000);
  }
}

/** Processes a run in the trace of its event. */
export async function traceRun<Result>(
  platform: Platform,
  org_id: number,
  run: LeasedRun,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return work();
  const traceparent = (await findEventTraces(platform, org_id, [run.event_id])).get(run.event_id);
  const attributes = {
    'workforce.org_id': org_id,
    'workforce.prompt_run_id': run.id,
    'workforce.prompt': run.template.code,
    'workforce.attempt': run.attempts,
  };
  return inContinuedSpan(traceparent, 'prompt run', attributes, work);
}
