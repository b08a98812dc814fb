import {
  Id,
  LongId,
  NamedValue,
  named,
  PageNumber,
  PagingWithoutIds,
  QueryId,
  Timestamp,
} from '@wfp/shared/contract';
import { z } from 'zod';

const AggregateType = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'Must be an aggregate type, such as task');
const EventType = NamedValue(
  'event_type',
  z.string().regex(/^[a-z][a-z0-9_.]{0,126}$/, 'Must be an event type, such as task.post_create'),
);

/** The payload of all events. */
export const EventContext = z.object({
  org_id: Id,
  actor_id: Id.nullable().meta({ description: 'The user who acted; null for the system' }),
  workflow_id: Id.optional(),
  workflow_name: z.string().optional(),
  step_id: Id.optional(),
  step_name: z.string().optional(),
  record_id: Id,
  record_type: z.string(),
  record_name: z.string().optional(),
  action: z.string(),
  timestamp: Timestamp,
});
named('EventPayload', EventContext);

export const EventRow = z.object({
  id: LongId,
  org_id: Id,
  aggregate_type: z.string(),
  aggregate_id: Id,
  event_type: z.string(),
  payload: EventContext,
  occurred_at: Timestamp,
});

export const ListEvents = z.strictObject({
  aggregate_type: AggregateType.optional(),
  event_type: EventType.optional(),
  from: Timestamp.optional().meta({ description: 'Only events after this time' }),
  to: Timestamp.optional().meta({ description: 'Only events before this time' }),
  ...PageNumber,
});
export type ListEvents = z.output<typeof ListEvents>;

export const HistoryParams = z.strictObject({ aggregateType: AggregateType, aggregateId: QueryId });
export type HistoryParams = z.output<typeof HistoryParams>;

export const HistoryQuery = z.strictObject(PagingWithoutIds);
export type HistoryQuery = z.output<typeof HistoryQuery>;

export const StreamQuery = z.strictObject({
  token: z.string().optional().meta({
    description: 'A credential or ticket, for clients that cannot send headers, such as EventSource',
  }),
  // Accepts any text: a stream whose position cannot be resumed sends a `reset` event.
  last_event_id: z
    .string()
    .optional()
    .meta({ description: 'Resume after this `id:`; the header Last-Event-ID takes precedence' }),
  aggregate_type: AggregateType.optional(),
  event_type: EventType.optional(),
});
export type StreamQuery = z.output<typeof StreamQuery>;

export const StreamTicket = z.object({
  ticket: z.string().meta({
    description: 'Pass it as the parameter `token` to open one stream; shown only in this response',
  }),
  expires_at: Timestamp,
});
