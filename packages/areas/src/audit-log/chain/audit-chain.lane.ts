import { type Caller, type Job, organizationLane, type Platform } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import {
  auditBacklog,
  chainBatch,
  insertCheckpoint,
  lockHeadToAnnounce,
  markAnnounced,
} from './lane.store.ts';

const maxChainedPerBatch = 1_000;

/** The lane of an organization's audit log: chains what was committed, and once a day tells where the chain ends. */
export const auditChainLane: Job = organizationLane({
  queue: 'audit',
  role: 'schedules',
  concurrency: 4,
  emits: ['audit_log.sealed'],
  backlog: auditBacklog,
  run: async ({ platform, org_id, caller, note, signal }) => {
    const sealed = await chainEntries(platform, org_id, signal);
    if (sealed > 0) await note(`${sealed} entries sealed`);
    await announceHead(caller);
    return 'done';
  },
});

/** Seals all that is committed, in batches of one short transaction each. */
export async function chainEntries(
  platform: Platform,
  org_id: number,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (;;) {
    const sealed = await chainBatch(platform, org_id, maxChainedPerBatch);
    total += sealed;
    if (sealed < maxChainedPerBatch || signal?.aborted) return total;
  }
}

/**
 * Announces the day's head as an event, so that webhooks carry it away, and in the log: a chain alone cannot
 * show that its end was cut off, somebody outside who knows an earlier head can.
 */
export async function announceHead(caller: Caller): Promise<void> {
  const { org_id, platform } = caller;
  const announced = await writeInTransaction(caller, async (tx) => {
    const head = await lockHeadToAnnounce(tx, org_id);
    if (!head) return undefined;
    await tx.write(insertCheckpoint(caller, head.seq, head.head), { event: 'audit_log.sealed' });
    await markAnnounced(tx, org_id, head.seq);
    return head;
  });
  if (announced) platform.log.info({ org_id, ...announced }, 'The head of an audit log');
}
