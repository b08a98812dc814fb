import { noteInAudit, type Platform } from '@wfp/shared';
import { type Operator, operatorCaller } from './operator.ts';
import {
  type RefusedEvent,
  refusedEvents,
  requeueRefused,
  type WaitingEvents,
  waitingEvents,
} from './outbox.store.ts';

export interface OutboxState {
  waiting: WaitingEvents[];
  refused: RefusedEvent[];
}

/** What waits for the relay, and what it could not pass on: of one organization or, with null, of all. */
export async function readOutbox(platform: Platform, org_id: number | null): Promise<OutboxState> {
  const [waiting, refused] = await Promise.all([
    waitingEvents(platform, org_id),
    refusedEvents(platform, org_id),
  ]);
  return { waiting, refused };
}

/** Has the relay try again at once what it could not pass on. The organizations' audit logs say who wanted it. */
export async function requeue(operator: Operator, org_id: number | null): Promise<number> {
  const requeued = await requeueRefused(operator.platform, org_id);
  for (const one of requeued) {
    await noteInAudit(operatorCaller(operator, one.org_id), {
      action: 'requeue',
      resource: 'event',
      outcome: 'success',
    });
  }
  operator.platform.wakeRelay();
  return requeued.reduce((sum, { count }) => sum + count, 0);
}
