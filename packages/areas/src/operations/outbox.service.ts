import { type Platform, writeAuditNote } from '@wfp/shared';
import { type Operator, operatorCaller } from './operator.ts';
import {
  type FailedEvent,
  findFailedEvents,
  findOutboxBacklogs,
  type OutboxBacklog,
  requeueFailedEvents,
} from './outbox.store.ts';

export interface OutboxState {
  waiting: OutboxBacklog[];
  failed: FailedEvent[];
}

/** Returns at most 50 backlogs and at most 50 failed events, of one organization or, with null, of all. */
export async function readOutbox(platform: Platform, org_id: number | null): Promise<OutboxState> {
  const [waiting, failed] = await Promise.all([
    findOutboxBacklogs(platform, org_id),
    findFailedEvents(platform, org_id),
  ]);
  return { waiting, failed };
}

/**
 * Makes the relay retry failed events immediately, and writes an audit entry in each organization. Returns the number
 * of events. Events that do not exist are not retried.
 */
export async function requeueEvents(operator: Operator, org_id: number | null): Promise<number> {
  const requeued = await requeueFailedEvents(operator.platform, org_id);
  for (const one of requeued) {
    await writeAuditNote(operatorCaller(operator, one.org_id), {
      action: 'requeue',
      resource: 'event',
      outcome: 'success',
    });
  }
  operator.platform.wakeRelay();
  return requeued.reduce((sum, { count }) => sum + count, 0);
}
