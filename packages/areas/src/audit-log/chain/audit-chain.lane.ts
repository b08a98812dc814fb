import {
  type Caller,
  type Job,
  organizationLane,
  organizationWakeUps,
  type Platform,
  type Projection,
} from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import {
  auditBacklog,
  chainBatch,
  insertCheckpoint,
  lockHeadToPublish,
  markPublished,
} from './lane.store.ts';

const auditQueue = 'audit';
const maxChainedPerBatch = 1_000;
/** The lane of an organization with continuous writes runs about once in this time, regardless of their number. */
const chainDelayMs = 1_000;

/**
 * The lane of an organization's audit log: appends committed entries to the chain and publishes its head once a day.
 */
export const auditChainLane: Job = organizationLane({
  queue: auditQueue,
  role: 'schedules',
  concurrency: 4,
  emits: ['audit_log.sealed'],
  backlog: auditBacklog,
  runsWhileSuspended: true,
  run: async ({ platform, org_id, caller, note, signal }) => {
    const chained = await chainEntries(platform, org_id, signal);
    if (chained > 0) await note(`${chained} entries chained`);
    await publishHead(caller);
    return 'done';
  },
});

/** Wakes the lane of each organization with new events. Entries without an event wait for the next event or the sweeper. */
export const auditChainWakeUps: Projection = {
  name: 'audit-chain',
  project: async (_, batch) =>
    organizationWakeUps(auditQueue, batch).map((wakeUp) => ({ ...wakeUp, delayMs: chainDelayMs })),
};

/** Chains all committed entries, in batches of one short transaction each. */
export async function chainEntries(
  platform: Platform,
  org_id: number,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (;;) {
    const chained = await chainBatch(platform, org_id, maxChainedPerBatch);
    total += chained;
    if (chained < maxChainedPerBatch || signal?.aborted) return total;
  }
}

/**
 * Publishes the head once a day as an event, which webhooks deliver, and in the process log. The chain alone does not
 * reveal that its end was removed; a head stored elsewhere does.
 */
export async function publishHead(caller: Caller): Promise<void> {
  const { org_id, platform } = caller;
  const published = await writeInTransaction(caller, async (tx) => {
    const head = await lockHeadToPublish(tx, org_id);
    if (!head) return undefined;
    await tx.write(insertCheckpoint(caller, head.seq, head.head), { event: 'audit_log.sealed' });
    await markPublished(tx, org_id, head.seq);
    return head;
  });
  if (published) platform.log.info({ org_id, ...published }, 'Audit chain head published');
}
