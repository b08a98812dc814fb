import { type Job, organizationLane, userCaller } from '@wfp/shared';
import { replaceTaskValues } from '../tasks/index.ts';
import { finishMove, labelMoveBacklog, nextMove } from './lane.store.ts';

/** Replaces labels that were renamed or merged on their tasks. */
export const labelMoveLane: Job = organizationLane({
  queue: 'task-labels',
  concurrency: 2,
  emits: ['task.post_update'],
  backlog: labelMoveBacklog,
  run: async (call) => {
    const { platform, org_id, origin, emits } = call;
    const move = await nextMove(platform, org_id);
    if (!move) return 'done';
    const { user_id, name } = move;
    // Acts as the user who requested it, whose permission was checked then.
    const caller =
      user_id === null ? call.caller : userCaller(platform, { org_id, user_id, name }, origin, emits);
    const isDone = await replaceTaskValues(call, caller, { label: move.from }, { label: move.to });
    if (isDone) await finishMove(platform, org_id, move.id);
    // More replacements may be queued; if the worker drains, the rest is due immediately.
    return 'more';
  },
});
