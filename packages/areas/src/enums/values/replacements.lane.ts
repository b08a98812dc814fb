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

/** Moves the records with a value to another value in batches, with an event for each record. */
export const replacementLane: Job = lane<ReplacementPayload>({
  queue: 'enums',
  payload: ReplacementPayload,
  key: ({ org_id }) => `organization-${org_id}`,
  concurrency: 2,
  sharedBy: ({ org_id }) => org_id,
  emits: ['enum.value.replaced', 'task.post_update'],
  due: findDueReplacements,
  run: async (call) => {
    const replacement = await findReplacement(call.platform, call.payload);
    if (!replacement) return null;
    const caller = callerFor(call, replacement);
    const isDone = await moveRecords(call, caller, replacement);
    if (isDone) {
      await write(caller, finishReplacement(caller, replacement.value_id, replacement.replaced_with), {
        event: 'enum.value.replaced',
        action: 'replace',
      });
    }
    // The rest, or another replacement, is due immediately, after the lanes of other organizations.
    return call.platform.clock.now();
  },
});

async function moveRecords(
  call: LaneRun<ReplacementPayload>,
  caller: Caller,
  replacement: RequestedReplacement,
): Promise<boolean> {
  // Only task categories are both extensible and used by records.
  if (replacement.enum_code !== 'task_category') return true;
  return replaceTaskValues(
    call,
    caller,
    { category_code: replacement.code },
    { category_code: replacement.replaced_with },
  );
}

/** The user who requested the replacement, as the caller. The permission was checked with the request. */
function callerFor(
  { platform, payload, origin, emits }: LaneRun<ReplacementPayload>,
  { user_id, name }: RequestedReplacement,
) {
  return userCaller(platform, { org_id: payload.org_id, user_id, name }, origin, emits);
}
