import { type Job, type LaneRun, lane } from '@wfp/shared';
import {
  cancelReplays,
  findNextReplay,
  findRunningReplays,
  isBacklogFull,
  ReplayPayload,
  replayBatch,
  replayKey,
  replayQueue,
} from './lane.store.ts';

/** Endpoints whose replays one worker serves at a time: live deliveries need its database more. */
const maxLanes = 2;
/** After so many parts a run makes room for another endpoint. */
const maxBatchesPerRun = 20;
const retryWhenFullMs = 1_000;

/**
 * Makes the deliveries of replays, a part at a time, while few of those before are still to be sent. The lane of the
 * endpoint sends them.
 */
export const replayLane: Job = lane<ReplayPayload>({
  queue: replayQueue,
  payload: ReplayPayload,
  key: replayKey,
  concurrency: maxLanes,
  due: findRunningReplays,
  run: async (call) => {
    const now = () => call.platform.clock.now();
    for (let part = 0; part < maxBatchesPerRun && !call.signal.aborted; part += 1) {
      if (await isBacklogFull(call.platform, call.payload))
        return new Date(now().getTime() + retryWhenFullMs);
      if (!(await runBatch(call))) return null;
    }
    return now();
  },
});

/** @returns false when nothing is left to replay */
async function runBatch({ platform, payload, note }: LaneRun<ReplayPayload>): Promise<boolean> {
  const replay = await findNextReplay(platform, payload);
  if (!replay) return false;
  if (!replay.is_active) {
    await cancelReplays(platform, payload);
    await note('the endpoint is off: its replays are cancelled');
    return false;
  }
  const moved = await replayBatch(platform, payload, replay);
  if (moved)
    await note(
      `replay ${replay.id}: queued ${moved.queued}${moved.is_done ? ', and that was the last' : ''}`,
    );
  return true;
}
