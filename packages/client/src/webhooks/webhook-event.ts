import type { EventType } from '../event-types.ts';

/** The context of an event: actor, record and action. */
export interface EventContext {
  org_id: number;
  /** Null if the service acted, not a user. */
  actor_id: number | null;
  workflow_id?: number;
  workflow_name?: string;
  step_id?: number;
  step_name?: string;
  record_id: number;
  record_type: string;
  record_name?: string;
  action: string;
  [more: string]: unknown;
}

/** An event as delivered. Later versions of the platform may add types and fields. */
export interface WebhookEvent {
  id: number;
  org_id: number;
  aggregate_type: string;
  aggregate_id: number;
  event_type: EventType | (string & {});
  payload: EventContext;
  /** ISO 8601, in UTC. */
  occurred_at: string;
}
