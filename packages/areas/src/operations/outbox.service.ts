import { type Platform, writeAuditNote } from '@wfp/shared';
import { type Operator, operatorCaller } from './operator.ts';
import {
  findOutboxBacklogs,
  type OutboxBacklog,
  type RejectedEvent,
  rejectedEvents,
  requeueRejected,
} from './outbox.store.ts';

export interface OutboxState {
  waiting: OutboxBacklog[];
  failed: RejectedEvent[];
}

/** What waits for the relay, and what it could not pass on: of one organization or, with null, of all. */
export async function readOutbox(platform: Platform, org_id: number | null): Promise<OutboxState> {
  const [waiting, refused] = await Promise.all([
    findOutboxBacklogs(platform, org_id),
    rejectedEvents(platform, org_id),
  ]);
  return { waiting, failed: refused };
}

/** Has the relay try again at once what it could not pass on. The organizations' audit logs say who wanted it. */
export async function requeueEvents(operator: Operator, org_id: number | null): Promise<number> {
  const requeued = await requeueRejected(operator.platform, org_id);
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
