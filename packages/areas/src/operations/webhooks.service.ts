import { type FailedEndpoint, replayStarted, retryFailed, startReplay } from '../webhooks/index.ts';
import { type Operator, operatorCaller } from './operator.ts';

export interface RequeueResult extends FailedEndpoint {
  queued: number;
  problem: string | null;
}

/**
 * Queues the events whose last delivery has failed since a given time, endpoint by endpoint. An error of one endpoint
 * is reported and does not stop the others.
 */
export async function retryEndpoints(
  operator: Operator,
  endpoints: readonly FailedEndpoint[],
  since: Date,
): Promise<RequeueResult[]> {
  const done: RequeueResult[] = [];
  for (const endpoint of endpoints) {
    operator.progress(`${endpoint.slug}: endpoint ${endpoint.webhook_id}`);
    done.push(await retryOne(operator, endpoint, since));
  }
  return done;
}

async function retryOne(operator: Operator, endpoint: FailedEndpoint, since: Date): Promise<RequeueResult> {
  const caller = operatorCaller(operator, endpoint.org_id, ['webhook_endpoint.failed_retried']);
  const body = { since: since.toISOString(), event_types: [] };
  let queued = 0;
  try {
    for (;;) {
      const part = await retryFailed({ caller, params: { id: endpoint.webhook_id }, query: {}, body });
      queued += part.queued;
      if (part.queued === 0 || part.remaining === 0) return { ...endpoint, queued, problem: null };
    }
  } catch (error) {
    return { ...endpoint, queued, problem: (error as Error).message };
  }
}

interface ReplayRequest {
  org_id: number;
  webhook_id: number;
  from: Date;
  to?: Date | undefined;
  event_types: string[];
  only_failed: boolean;
}

/** Starts a replay of past events, which has lower priority than live deliveries. */
export function replayToEndpoint(
  operator: Operator,
  { org_id, webhook_id, from, to, ...rest }: ReplayRequest,
) {
  const caller = operatorCaller(operator, org_id, [replayStarted]);
  const body = { from: from.toISOString(), to: to?.toISOString(), ...rest };
  return startReplay({ caller, params: { id: webhook_id }, query: {}, body });
}
