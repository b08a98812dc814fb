import { Id, Line, LongId, LongPaging, NamedValue, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const deliveryStatuses = ['pending', 'delivering', 'succeeded', 'failed', 'cancelled'] as const;

export const Delivery = z.object({
  id: LongId,
  webhook_id: Id,
  event_id: LongId,
  event_type: z.string(),
  attempt: z.int().positive(),
  status: z.enum(deliveryStatuses),
  scheduled_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  duration_ms: z.int().nullable(),
  response_status: z.int().nullable(),
  response_headers: z.record(z.string(), z.string()).nullable(),
  response_body: z.string().nullable(),
  error: z.string().nullable(),
  is_manual: z.boolean(),
  is_replay: z.boolean(),
  replay_id: Id.nullable(),
  created_at: Timestamp,
});

const QueryLongId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Must be a positive integer')
  .transform(Number)
  .pipe(LongId);

export const ListDeliveries = z.strictObject({
  ...LongPaging,
  status: z.enum(deliveryStatuses).optional(),
  event_type: NamedValue('event_type', Line(100)).optional(),
  event_id: QueryLongId.optional(),
  replay_id: QueryId.optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;

export const DeliveryParams = z.strictObject({ id: QueryId, did: QueryLongId });

export const StatisticsQuery = z.strictObject({
  since: Timestamp.optional().meta({ description: 'Default: seven days ago. At most 90 days ago' }),
});
export type StatisticsQuery = z.output<typeof StatisticsQuery>;

export const Statistics = z.object({
  since: Timestamp,
  deliveries: z.int().nonnegative().meta({ description: 'Finished attempts' }),
  succeeded: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  success_rate: z.number().min(0).max(1).nullable().meta({ description: 'Null if no attempt finished' }),
  p50_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
  last_success_at: Timestamp.nullable(),
  last_failure: z
    .object({
      delivery_id: LongId,
      event_id: LongId,
      event_type: z.string(),
      finished_at: Timestamp,
      response_status: z.int().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  waiting: z.int().nonnegative(),
  next_due_at: Timestamp.nullable(),
});
