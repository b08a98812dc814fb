import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, type Job, type LaneRun, lane, systemCaller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { confidentialError, type Evaluation, evaluate, notEvaluated } from '../evaluation/evaluate.ts';
import { endRun } from '../runs/runs.store.ts';
import {
  closeUnasked,
  dueOrganizations,
  keepTexts,
  LanePayload,
  type LeasedRun,
  laneKey,
  laneQueue,
  leaseRuns,
  nextDue,
  putBack,
  renewLeases,
} from './lane.store.ts';
import { countEnded, tracedRun } from './run-measures.ts';

/** Runs of one organization at the same time, and organizations in one worker. */
const runsAtOnce = 8;
const organizationsAtOnce = 20;
/** After this long an organization takes nothing new, and its place behind the others that wait for one. */
const turnMs = 10_000;
/** While providers take their time, what came meanwhile is looked for this often. */
const lookAgainMs = 250;
const renewEveryMs = 4_000;
const mostAttempts = 5;
const longestRunMs = 120_000;
const longestWaitMs = 10 * 60_000;
/** When a run is looked at again that waits for what others hold of the budget. */
const heldMs = 500;

/** Asks providers what is to be asked, and records their answers. */
export const promptLane: Job = lane<LanePayload>({
  queue: laneQueue,
  payload: LanePayload,
  key: laneKey,
  concurrency: organizationsAtOnce,
  emits: ['prompt_run.completed'],
  due: dueOrganizations,
  run: async (call) => {
    const { platform, payload, signal, log } = call;
    const working = new Map<LeasedRun, Promise<void>>();
    const renewing = setInterval(() => {
      renewLeases(platform, payload, [...working.keys()]).catch((error: unknown) =>
        log.warn({ err: error }, 'Leases of prompt runs could not be renewed'),
      );
    }, renewEveryMs);
    const until = platform.clock.now().getTime() + turnMs;
    let isOver = false;
    try {
      for (;;) {
        const free = signal.aborted || isOver ? 0 : runsAtOnce - working.size;
        for (const run of free * 2 >= runsAtOnce ? await leaseRuns(platform, payload, free) : []) {
          working.set(
            run,
            tracedRun(platform, payload, run, () => work(call, run)).finally(() => working.delete(run)),
          );
        }
        isOver ||= platform.clock.now().getTime() >= until;
        if (working.size === 0) return signal.aborted ? platform.clock.now() : nextDue(platform, payload);
        await Promise.race([...working.values(), pause(lookAgainMs, undefined, { ref: false })]);
      }
    } finally {
      clearInterval(renewing);
    }
  },
});

/** Sees one run to its end, or puts it back. Never fails: what is not ended is taken again when its lease is over. */
async function work(call: LaneRun<LanePayload>, run: LeasedRun): Promise<void> {
  const { platform, payload, origin, emits, log, signal } = call;
  const caller = systemCaller(platform, payload.org_id, origin, emits);
  try {
    const evaluation = await evaluateRun(caller, run, signal);
    if (signal.aborted && evaluation.status === 'failed')
      return await putBack(platform, payload, run, asBefore);
    if (evaluation.waits) return await putBack(platform, payload, run, { ...asBefore, inMs: heldMs });
    if (!evaluation.trouble || run.attempts >= mostAttempts) return await end(call, caller, run, evaluation);
    countEnded(platform, 'retried');
    await putBack(platform, payload, run, {
      inMs: Math.min(evaluation.trouble.retryAfterMs ?? 1_000 * 2 ** run.attempts, longestWaitMs),
      error: evaluation.error,
    });
  } catch (error) {
    if (!signal.aborted)
      log.error({ err: error, prompt_run_id: run.id }, 'A prompt run could not be worked on');
    await putBack(platform, payload, run, signal.aborted ? asBefore : inTrouble(run)).catch(() => undefined);
  }
}

const asBefore = { inMs: 0, error: null };
const inTrouble = ({ attempts }: LeasedRun) => ({
  inMs: 1_000 * 2 ** attempts,
  error: 'The service was in trouble',
});

async function evaluateRun(caller: Caller, run: LeasedRun, draining: AbortSignal): Promise<Evaluation> {
  const { id, attempts, template, is_wanted, record_id, event_id } = run;
  if (!is_wanted)
    return { ...notEvaluated, status: 'skipped', error: 'Its template was switched off or deleted' };
  if (attempts > mostAttempts)
    return {
      ...notEvaluated,
      status: 'failed',
      error: `No worker brought it to an end in ${mostAttempts} tries`,
    };
  return evaluate(caller, {
    template,
    record_id,
    event_id,
    of: { resource: 'prompt_run', record_id: id },
    signal: AbortSignal.any([draining, AbortSignal.timeout(longestRunMs)]),
  });
}

async function end(
  call: LaneRun<LanePayload>,
  caller: Caller,
  run: LeasedRun,
  evaluation: Evaluation,
): Promise<void> {
  const { input, output, mentions, trouble: _, waits: __, ...ending } = evaluation;
  const { platform, payload } = call;
  if (ending.status === 'skipped') countEnded(platform, 'skipped');
  if (ending.status === 'skipped') return closeUnasked(platform, payload, run, ending.error);
  await keepTexts(platform, payload, run, { input, output, mentions, error: confidentialError(evaluation) });
  await write(caller, endRun(caller, run, ending), { event: 'prompt_run.completed', action: 'run' });
  countEnded(platform, ending.status);
  await call.note(
    `run ${run.id} of ${run.template.code}: ${ending.status}${ending.error ? `: ${ending.error}` : ''}`,
  );
}
