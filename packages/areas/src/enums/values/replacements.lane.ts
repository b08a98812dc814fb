import { type Caller, type Job, type LaneRun, lane, userCaller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { replaceTaskValues } from '../../tasks/index.ts';
import {
  findDueReplacements,
  findReplacement,
  ReplacementPayload,
  type RequestedReplacement,
} from './lane.store.ts';
import { finishReplacement } from './replace.store.ts';

/** Moves the records of a value to another one, batch by batch, each record with its event. */
export const replacementLane: Job = lane<ReplacementPayload>({
  queue: 'enums',
  payload: ReplacementPayload,
  key: ({ org_id, value_id }) => `value-${org_id}-${value_id}`,
  concurrency: 2,
  emits: ['enum.value.replaced', 'task.post_update'],
  due: findDueReplacements,
  run: async (call) => {
    const asked = await findReplacement(call.platform, call.payload);
    if (!asked) return null;
    const caller = callerFor(call, asked);
    const isDone = await moveRecords(call, caller, asked);
    // The worker shuts down: the rest is due at once, for another worker.
    if (!isDone) return call.platform.clock.now();
    await write(caller, finishReplacement(caller, call.payload.value_id, asked.replaced_with), {
      event: 'enum.value.replaced',
      action: 'replace',
    });
    return null;
  },
});

async function moveRecords(
  call: LaneRun<ReplacementPayload>,
  caller: Caller,
  asked: RequestedReplacement,
): Promise<boolean> {
  // Only the vocabulary of tasks can be extended and is on records.
  if (asked.enum_code !== 'task_category') return true;
  return replaceTaskValues(
    call,
    caller,
    { category_code: asked.code },
    { category_code: asked.replaced_with },
  );
}

/** The user who asked for the replacement: their right was checked then. */
function callerFor(
  { platform, payload, origin, emits }: LaneRun<ReplacementPayload>,
  { user_id, name }: RequestedReplacement,
) {
  return userCaller(platform, { org_id: payload.org_id, user_id, name }, origin, emits);
}
