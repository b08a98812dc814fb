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

/** Returns events that wait for the relay and those that failed, for one organization or, with null, for all. */
export async function readOutbox(platform: Platform, org_id: number | null): Promise<OutboxState> {
  const [waiting, failed] = await Promise.all([
    findOutboxBacklogs(platform, org_id),
    findFailedEvents(platform, org_id),
  ]);
  return { waiting, failed };
}

/** Makes the relay retry failed events immediately, with an audit entry in each organization. */
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
