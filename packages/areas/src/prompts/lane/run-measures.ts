import { inSpan, inSpanAfter, isTracing, type Platform, tracesOf } from '@wfp/shared';
import type { LeasedRun } from './lane.store.ts';

const bounds = [0.01, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

const runsOf = ({ metrics }: Platform) =>
  metrics.counts({
    name: 'wfp_prompt_runs_total',
    help: 'Prompt runs that this process brought to an end, by outcome; those that were put back are retried.',
    labels: ['outcome'],
  });

const asksOf = ({ metrics }: Platform) =>
  metrics.durations(
    {
      name: 'wfp_prompt_provider_duration_seconds',
      help: 'How long providers took to answer, by provider and outcome: answered or failed.',
      labels: ['provider', 'outcome'],
    },
    bounds,
  );

/** Has a worker tell what comes of prompt runs, and how long providers take. */
export function measurePrompts(platform: Platform): void {
  runsOf(platform);
  asksOf(platform);
}

export function countEnded(platform: Platform, outcome: string): void {
  runsOf(platform).of(outcome).add();
}

/** Asks a provider, and tells how long that took. */
export async function asking<Answer>(
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
    asksOf(platform)
      .of(provider, outcome)
      .observe((performance.now() - begun) / 1_000);
  }
}

/** Works on a run in the trace of its event. */
export async function tracedRun<Result>(
  platform: Platform,
  org_id: number,
  run: LeasedRun,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return work();
  const traceparent = (await tracesOf(platform, org_id, [run.event_id])).get(run.event_id);
  const attributes = {
    'workforce.org_id': org_id,
    'workforce.prompt_run_id': run.id,
    'workforce.prompt': run.template.code,
    'workforce.attempt': run.attempts,
  };
  return inSpanAfter(traceparent, 'prompt run', attributes, work);
}
