import { type Job, type LaneRun, lane, userCaller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { replaceCategory } from '../tasks/index.ts';
import { finishReplacement } from './enum-values.store.ts';
import { type AskedReplacement, dueReplacements, findReplacement, ReplacementPayload } from './lane.store.ts';

const rowsAtOnce = 100;

/** Moves the records of a value to another one, batch by batch, each record with its event. */
export const replacementLane: Job = lane<ReplacementPayload>({
  queue: 'enums',
  payload: ReplacementPayload,
  key: ({ org_id, value_id }) => `value-${org_id}-${value_id}`,
  concurrency: 2,
  emits: ['enum_value.replaced', 'task.post_update', 'task.completed'],
  due: dueReplacements,
  run: async (call) => {
    const asked = await findReplacement(call.platform, call.payload);
    if (!asked) return null;
    const isDone = await moveRecords(call, asked);
    // The worker drains: what is left is due at once, for another one.
    if (!isDone) return call.platform.clock.now();
    const caller = callerFor(call, asked);
    await write(caller, finishReplacement(caller, call.payload.value_id, asked.replaced_with), {
      event: 'enum_value.replaced',
      action: 'replace',
    });
    return null;
  },
});

async function moveRecords(call: LaneRun<ReplacementPayload>, asked: AskedReplacement): Promise<boolean> {
  // Only the vocabulary of tasks can be extended and is on records.
  if (asked.enum_code !== 'task_category') return true;
  const caller = callerFor(call, asked);
  const codes = { from: asked.code, to: asked.replaced_with };
  let moved = 0;
  // Done once a whole walk finds none: some may have come in behind the first.
  for (let after = 0, found = false; !call.signal.aborted; ) {
    const batch = await replaceCategory(caller, codes, after, rowsAtOnce);
    if (!batch && !found) return true;
    found = batch !== null;
    after = batch?.last ?? 0;
    moved += batch?.count ?? 0;
    if (batch) await call.note(`${moved} tasks moved from ${codes.from} to ${codes.to}`);
  }
  return false;
}

/** Acts for whoever asked: their right was checked when they did. */
function callerFor(
  { platform, payload, origin, emits }: LaneRun<ReplacementPayload>,
  { user_id, name }: AskedReplacement,
) {
  return userCaller(platform, { org_id: payload.org_id, user_id, name }, origin, emits);
}
