import { Id, Paging, QueryId, SortBy, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { EventTypes } from '../endpoints/webhooks.contract.ts';

export const Replay = z.object({
  id: Id,
  org_id: Id,
  webhook_id: Id,
  from: Timestamp,
  to: Timestamp,
  event_types: z
    .array(z.string())
    .meta({ description: 'Empty: all types that the endpoint is subscribed to' }),
  only_failed: z.boolean(),
  status: z.enum(['running', 'done', 'cancelled']),
  queued: z.int().nonnegative().meta({ description: 'Deliveries created so far' }),
  reached_at: Timestamp.nullable().meta({ description: 'Events before this time have been processed' }),
  finished_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable().meta({ description: 'Null: an operator of the service' }),
  updated_by: Id.nullable(),
});

export const CreateReplay = z.strictObject({
  from: Timestamp,
  to: Timestamp.optional().meta({ description: 'Default: now' }),
  event_types: EventTypes.default([]).meta({
    description: 'A subset of the types that the endpoint is subscribed to; empty: all of them',
  }),
  only_failed: z.boolean().default(false).meta({
    description: 'Only events whose last delivery to this endpoint failed',
  }),
});
export type CreateReplay = z.output<typeof CreateReplay>;

export const RetryFailed = z.strictObject({
  since: Timestamp.meta({ description: 'Deliveries that failed at this time or later' }),
  event_types: EventTypes.default([]),
});
export type RetryFailed = z.output<typeof RetryFailed>;

export const RetryFailedResult = z.object({
  queued: z.int().nonnegative().meta({ description: 'Number of events queued for another attempt' }),
  remaining: z.int().nonnegative().meta({
    description: 'Events left for further requests, counted up to 10,000',
  }),
});

export const replaySorts = ['created_at', 'status', 'finished_at'] as const;

export const ListReplays = z.strictObject({ ...Paging, sort: SortBy(replaySorts, '-created_at') });
export type ListReplays = z.output<typeof ListReplays>;

export const ReplayParams = z.strictObject({ id: QueryId, rid: QueryId });
