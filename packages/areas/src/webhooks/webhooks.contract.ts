import { Id, Line, LongId, Paging, Prose, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const deliveryStatuses = ['pending', 'delivering', 'succeeded', 'failed', 'cancelled'] as const;

/** `task.post_create`, or every event of an aggregate type as `task.*`. */
const EventType = z
  .string()
  .max(100)
  .regex(/^[a-z_]+(\.[a-z_]+)+$|^[a-z_]+\.\*$/, 'Must be an event type, such as task.post_create or task.*');
const EventTypes = z.array(EventType).max(100);

const fields = {
  id: Id,
  org_id: Id,
  url: z.string(),
  event_types: z.array(z.string()).meta({ description: 'Empty: every event' }),
  description: z.string(),
  is_active: z.boolean(),
  disabled_reason: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id,
  updated_by: Id,
  deleted_at: Timestamp.nullable(),
};

export const Webhook = z.object(fields);

export const NewWebhook = z.object({
  ...fields,
  secret: z.string().meta({ description: 'The signing secret, shown this once' }),
});

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
  created_at: Timestamp,
});

export const WebhookDetail = z.object({ ...fields, recent_deliveries: z.array(Delivery) });

const url = z.string().trim().min(1).max(2_048);

export const CreateWebhook = z.strictObject({
  url,
  event_types: EventTypes.default([]),
  description: Prose(1_000).default(''),
});
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const PatchWebhook = z
  .strictObject({ url, event_types: EventTypes, description: Prose(1_000), is_active: z.boolean() })
  .partial();
export type PatchWebhook = z.output<typeof PatchWebhook>;

export const ListWebhooks = z.strictObject(Paging);
export type ListWebhooks = z.output<typeof ListWebhooks>;

export const ListDeliveries = z.strictObject({
  ...Paging,
  status: z.enum(deliveryStatuses).optional(),
  event_type: Line(100).optional(),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;

const QueryLongId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(LongId);

export const DeliveryParams = z.strictObject({ id: QueryId, did: QueryLongId });
