import { type Job, lane, systemCaller, userCaller } from '@wfp/shared';
import { moveValues } from '../tasks/index.ts';
import { dueMoves, finishMove, MovePayload, nextMove } from './lane.store.ts';

/** Gives tasks the label that another one was renamed to or merged into. */
export const labelMoveLane: Job = lane<MovePayload>({
  queue: 'task-labels',
  payload: MovePayload,
  key: ({ org_id }) => `labels-${org_id}`,
  concurrency: 2,
  emits: ['task.post_update'],
  due: dueMoves,
  run: async (call) => {
    const { platform, payload, origin, emits } = call;
    const asked = await nextMove(platform, payload);
    if (!asked) return null;
    const { user_id, name } = asked;
    // Acts for whoever asked: their right was checked when they did.
    const caller =
      user_id === null
        ? systemCaller(platform, payload.org_id, origin, emits)
        : userCaller(platform, { org_id: payload.org_id, user_id, name }, origin, emits);
    const isDone = await moveValues(call, caller, { label: asked.from }, { label: asked.to });
    if (isDone) await finishMove(platform, payload, asked.id);
    // Another one may wait behind this one; and when the worker drains, the rest is due at once.
    return platform.clock.now();
  },
});
