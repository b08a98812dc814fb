import { type Job, organizationLane, userCaller } from '@wfp/shared';
import { replaceTaskValues } from '../tasks/index.ts';
import { finishMove, labelMoveBacklog, nextMove } from './lane.store.ts';

/** Gives tasks the label that another one was renamed to or merged into. */
export const labelMoveLane: Job = organizationLane({
  queue: 'task-labels',
  concurrency: 2,
  emits: ['task.post_update'],
  backlog: labelMoveBacklog,
  run: async (call) => {
    const { platform, org_id, origin, emits } = call;
    const asked = await nextMove(platform, org_id);
    if (!asked) return 'done';
    const { user_id, name } = asked;
    // Acts for whoever asked: their right was checked when they did.
    const caller =
      user_id === null ? call.caller : userCaller(platform, { org_id, user_id, name }, origin, emits);
    const isDone = await replaceTaskValues(call, caller, { label: asked.from }, { label: asked.to });
    if (isDone) await finishMove(platform, org_id, asked.id);
    // Another one may wait behind this one; and when the worker drains, the rest is due at once.
    return 'more';
  },
});
