import { findEventTraces, inContinuedSpan, inSpan, isTracing, type Platform } from '@wfp/shared';
import type { LeasedRun } from './lane.store.ts';

const bounds = [0.01, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

const runCounter = ({ metrics }: Platform) =>
  metrics.counter({
    name: 'wfp_prompt_runs_total',
    help: 'Prompt runs that this process brought to an end, by outcome; those that were put back are retried.',
    labels: ['outcome'],
  });

const callHistogram = ({ metrics }: Platform) =>
  metrics.histogram(
    {
      name: 'wfp_prompt_provider_duration_seconds',
      help: 'How long providers took to answer, by provider and outcome: answered or failed.',
      labels: ['provider', 'outcome'],
    },
    bounds,
  );

/** Has a worker tell what comes of prompt runs, and how long providers take. */
export function registerPromptMetrics(platform: Platform): void {
  runCounter(platform);
  callHistogram(platform);
}

export function countRun(platform: Platform, outcome: string): void {
  runCounter(platform).labels(outcome).add();
}

/** Asks a provider, and tells how long that took. */
export async function measureCall<Answer>(
  platform: Platform,
  provider: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const begun = performance.now();
  let outcome = 'failed';
  try {
    const answer = await (isTracing()
      ? inSpan(`ask ${provider}`, { kind: 'CLIENT', attributes: { 'gen_ai.provider.name': provider } }, ask)
      : ask());
    outcome = 'answered';
    return answer;
  } finally {
    callHistogram(platform)
      .labels(provider, outcome)
      .observe((performance.now() - begun) / 1_000);
  }
}

/** Works on a run in the trace of its event. */
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
