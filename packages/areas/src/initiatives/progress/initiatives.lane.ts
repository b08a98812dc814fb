import { type Caller, type Job, type OrganizationRun, organizationLane, queueMail } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { countAllTasks } from './counts.lane.store.ts';
import {
  deleteRecountRequests,
  findRecountRequests,
  initiativesBacklog,
  initiativesQueue,
  laneBatchSize,
  lockOverdue,
  markReminded,
  type OverdueInitiative,
} from './lane.store.ts';
import { updateProgress } from './progress.service.ts';

/**
 * Updates progress, and requests an update from the owners of active initiatives that have had none for 14 days. If a
 * worker dies before it deletes a request for a recount, the recount is repeated.
 */
export const initiativesLane: Job = organizationLane({
  queue: initiativesQueue,
  concurrency: 4,
  isShared: true,
  emits: ['initiative.post_update', 'initiative.update_due'],
  backlog: initiativesBacklog,
  run: async (call) => {
    const { caller, note, signal } = call;
    await processRecounts(call);
    while (!signal.aborted) {
      const requested = await writeInTransaction(caller, (tx) => requestUpdates(tx, caller));
      for (const one of requested) await note(`initiative ${one.id}: requested an update from its owner`);
      if (requested.length < laneBatchSize) return 'done';
    }
    // The worker is shutting down: the rest is due immediately, for another worker.
    return 'more';
  },
});

async function processRecounts({ platform, org_id, caller, note, signal }: OrganizationRun) {
  while (!signal.aborted) {
    const requests = await findRecountRequests(platform, org_id);
    if (requests.length === 0) return;
    for (const { initiative_id, is_full } of requests)
      if (is_full) await countAllTasks(platform, org_id, initiative_id);
    const changed = await updateProgress(
      caller,
      requests.map((one) => one.initiative_id),
    );
    await deleteRecountRequests(platform, org_id, requests);
    await note(`${requests.length} initiatives recounted, ${changed} changed`);
    // The relay has woken the lane again for requests that were added or repeated during the recount.
    if (requests.length < laneBatchSize) return;
  }
}

async function requestUpdates(tx: Transaction, caller: Caller): Promise<OverdueInitiative[]> {
  const overdue = await lockOverdue(tx, caller);
  for (const one of overdue) {
    const asking = { event: 'initiative.update_due', action: 'ask_for_update' };
    await tx.write(markReminded(caller, one.id), asking);
    if (one.to) await queueMail(tx, caller, buildUpdateDueMail(caller, one, one.to));
  }
  return overdue;
}

function buildUpdateDueMail(caller: Caller, one: OverdueInitiative, to: { user_id: number; email: string }) {
  return {
    user_id: to.user_id,
    to: to.email,
    kind: 'initiative_update_due',
    notification: 'initiative_updates' as const,
    subject: `How is “${one.name}” going?`,
    text: [
      `There has been no update on the initiative “${one.name}” for 14 days.`,
      '',
      'Post an update:',
      `POST ${caller.platform.config.PUBLIC_URL}/api/initiatives/${one.id}/updates`,
    ].join('\n'),
  };
}
