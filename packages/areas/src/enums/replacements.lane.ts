import { type Job, type LaneRun, lane, type Platform, userCaller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { replaceCategory } from '../tasks/index.ts';
import { finishReplacement } from './enum-values.store.ts';
import { type AskedReplacement, dueReplacements, findReplacement, ReplacementPayload } from './lane.store.ts';

const rowsAtOnce = 100;

const key = ({ org_id, value_id }: ReplacementPayload) => `value-${org_id}-${value_id}`;

/** Moves the records of a value to another one, batch by batch, each record with its event. */
export const replacementLane: Job = lane<ReplacementPayload>({
  queue: 'enums',
  payload: ReplacementPayload,
  key,
  concurrency: 2,
  due: dueReplacements,
  run: async (call) => {
    const asked = await findReplacement(call.platform, call.payload);
    if (!asked) return null;
    const isDone = await moveRecords(call, asked);
    // The worker drains: what is left is due at once, for another one.
    if (!isDone) return call.platform.clock.now();
    const caller = callerFor(call.platform, call.payload, asked, ['enum_value.replaced']);
    await write(caller, finishReplacement(caller, call.payload.value_id, asked.replaced_with), {
      event: 'enum_value.replaced',
      action: 'replace',
    });
    return null;
  },
});

async function moveRecords(
  { platform, payload, note, signal }: LaneRun<ReplacementPayload>,
  asked: AskedReplacement,
): Promise<boolean> {
  // Only the vocabulary of tasks can be extended and is on records.
  if (asked.enum_code !== 'task_category') return true;
  const caller = callerFor(platform, payload, asked, ['task.post_update', 'task.completed']);
  const codes = { from: asked.code, to: asked.replaced_with };
  let moved = 0;
  // Done once a whole walk finds none: some may have come in behind the first.
  for (let after = 0, found = false; !signal.aborted; ) {
    const batch = await replaceCategory(caller, codes, after, rowsAtOnce);
    if (!batch && !found) return true;
    found = batch !== null;
    after = batch?.last ?? 0;
    moved += batch?.count ?? 0;
    if (batch) await note(`${moved} tasks moved from ${codes.from} to ${codes.to}`);
  }
  return false;
}

/** Acts for whoever asked: their right was checked when they did. */
function callerFor(
  platform: Platform,
  payload: ReplacementPayload,
  { user_id, name }: AskedReplacement,
  emits: readonly string[],
) {
  const origin = { request_id: `lane-${key(payload)}`, ip: null, user_agent: null };
  return userCaller(platform, { org_id: payload.org_id, user_id, name }, origin, emits);
}
