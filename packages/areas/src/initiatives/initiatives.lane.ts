import { type Caller, type Job, type LaneRun, lane, queueMail, systemCaller } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import {
  askedFor,
  dueOrganizations,
  LanePayload,
  laneKey,
  laneQueue,
  lockQuiet,
  markAsked,
  type QuietInitiative,
  strikeOut,
} from './lane.store.ts';
import { recount } from './progress.service.ts';

const initiativesAtOnce = 50;

/**
 * Counts progress again after the fact, and asks the owners of active initiatives for an update when there was
 * none for 14 days. A worker that dies between counting and striking out leaves what is counted once more.
 */
export const initiativesLane: Job = lane<LanePayload>({
  queue: laneQueue,
  payload: LanePayload,
  key: laneKey,
  concurrency: 4,
  emits: ['initiative.post_update', 'initiative.update_due'],
  due: dueOrganizations,
  run: async (call) => {
    const { platform, payload, origin, emits, note, signal } = call;
    const caller = systemCaller(platform, payload.org_id, origin, emits);
    await countAgain(call, caller);
    while (!signal.aborted) {
      const asked = await writeInTransaction(caller, (tx) => askNext(tx, caller));
      for (const one of asked) await note(`initiative ${one.id}: its owner is asked for an update`);
      if (asked.length < initiativesAtOnce) return null;
    }
    // The worker drains: what is left is due at once, for another one.
    return platform.clock.now();
  },
});

async function countAgain({ platform, payload, note, signal }: LaneRun<LanePayload>, caller: Caller) {
  while (!signal.aborted) {
    const asked = await askedFor(platform, payload, initiativesAtOnce);
    if (asked.length === 0) return;
    const changed = await recount(
      caller,
      asked.map((one) => one.initiative_id),
    );
    await strikeOut(platform, payload, asked);
    await note(`${asked.length} counted, ${changed} changed`);
  }
}

async function askNext(tx: Transaction, caller: Caller): Promise<QuietInitiative[]> {
  const quiet = await lockQuiet(tx, caller, initiativesAtOnce);
  for (const one of quiet) {
    const asking = { event: 'initiative.update_due', action: 'ask_for_update' };
    await tx.write(markAsked(caller, one.id), asking);
    if (one.to) await queueMail(tx, caller, mailOf(caller, one, one.to));
  }
  return quiet;
}

function mailOf(caller: Caller, one: QuietInitiative, to: { user_id: number; email: string }) {
  return {
    user_id: to.user_id,
    to: to.email,
    kind: 'initiative_update_due',
    subject: `How is “${one.name}” going?`,
    text: [
      `There was no update on the initiative “${one.name}” for 14 days.`,
      '',
      'Say how it stands:',
      `POST ${caller.platform.config.PUBLIC_URL}/api/initiatives/${one.id}/updates`,
    ].join('\n'),
  };
}
