import { Id } from '@wfp/shared/contract';
import { z } from 'zod';

export const laneQueue = 'webhooks';

export const LanePayload = z.object({ org_id: Id, webhook_id: Id });
export type LanePayload = z.output<typeof LanePayload>;

/** One lane per endpoint. */
export function laneKey({ org_id, webhook_id }: LanePayload): string {
  return `endpoint-${org_id}-${webhook_id}`;
}
