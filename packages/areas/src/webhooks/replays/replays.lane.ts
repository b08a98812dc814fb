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

/**
 * Number of endpoints whose replays one worker processes concurrently: small, to leave the database to live deliveries.
 */
const maxLanes = 2;
/** Maximum batches per run, so that other endpoints are served too. */
const maxBatchesPerRun = 20;
const retryWhenFullMs = 1_000;

/**
 * Inserts the deliveries of replays in batches, while the backlog of replayed deliveries of the endpoint is not full. The
 * lane of the endpoint sends them.
 */
export const replayLane: Job = lane<ReplayPayload>({
  queue: replayQueue,
  payload: ReplayPayload,
  key: replayKey,
  concurrency: maxLanes,
  sharedBy: ({ org_id }) => org_id,
  due: findRunningReplays,
  run: async (call) => {
    const now = () => call.platform.clock.now();
    for (let batch = 0; batch < maxBatchesPerRun && !call.signal.aborted; batch += 1) {
      if (await isBacklogFull(call.platform, call.payload))
        return new Date(now().getTime() + retryWhenFullMs);
      if (!(await runBatch(call))) return null;
    }
    return now();
  },
});

/** @returns false if nothing is left to replay */
async function runBatch({ platform, payload, note }: LaneRun<ReplayPayload>): Promise<boolean> {
  const replay = await findNextReplay(platform, payload);
  if (!replay) return false;
  const moved = await replayBatch(platform, payload, replay);
  if (moved === 'inactive') {
    await cancelReplays(platform, payload);
    await note('the endpoint is inactive: its replays are cancelled');
    return false;
  }
  if (moved) await note(`replay ${replay.id}: queued ${moved.queued}${moved.is_done ? ', finished' : ''}`);
  return true;
}
