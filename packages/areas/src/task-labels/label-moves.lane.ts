import { type Job, organizationLane, userCaller } from '@wfp/shared';
import { replaceTaskValues } from '../tasks/index.ts';
import { finishMove, labelMoveBacklog, nextMove } from './lane.store.ts';

/** Replaces renamed and merged labels on the tasks that have them. */
export const labelMoveLane: Job = organizationLane({
  queue: 'task-labels',
  concurrency: 2,
  isShared: true,
  emits: ['task.post_update'],
  backlog: labelMoveBacklog,
  run: async (call) => {
    const { platform, org_id, origin, emits } = call;
    const move = await nextMove(platform, org_id);
    if (!move) return 'done';
    const { user_id, name } = move;
    // Acts as the user who requested the replacement, whose permission was checked with the request.
    const caller =
      user_id === null ? call.caller : userCaller(platform, { org_id, user_id, name }, origin, emits);
    const isDone = await replaceTaskValues(call, caller, { label: move.from }, { label: move.to });
    if (isDone) await finishMove(platform, org_id, move.id);
    // More replacements may be queued. The rest of this one is due immediately, after the lanes of other organizations.
    return 'more';
  },
});
