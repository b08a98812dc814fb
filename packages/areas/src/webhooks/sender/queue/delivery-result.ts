import type { HttpResult } from '../http/webhook-client.ts';

export interface Lease {
  delivery_id: number;
  /** The `ctid` of its row, which does not change while it is leased. */
  tid: string;
  /** As PostgreSQL formatted it, to be compared exactly. */
  lease_until: string;
}

/** The result of a leased attempt, to be recorded. */
export interface DeliveryResult extends Lease {
  status: 'succeeded' | 'failed' | 'cancelled';
  http: Omit<HttpResult, 'retry_after_seconds'>;
  ended_ms_ago: number;
  next_in_seconds: number | null;
}
