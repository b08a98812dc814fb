import { Id, LongId, NamedValue, named, PageNumber, Paging, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const AggregateType = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'Must look like task');
const EventType = NamedValue(
  'event_type',
  z.string().regex(/^[a-z][a-z0-9_.]{0,126}$/, 'Must look like task.post_create'),
);

/** The payload of every event. */
export const EventContext = z.object({
  org_id: Id,
  actor_id: Id.nullable().meta({ description: 'Who acted; null for the system itself' }),
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
  from: Timestamp.optional().meta({ description: 'Only events after this moment' }),
  to: Timestamp.optional().meta({ description: 'Only events before this moment' }),
  ...PageNumber,
});
export type ListEvents = z.output<typeof ListEvents>;

export const HistoryParams = z.strictObject({ aggregateType: AggregateType, aggregateId: QueryId });
export type HistoryParams = z.output<typeof HistoryParams>;

export const HistoryQuery = z.strictObject(Paging);
export type HistoryQuery = z.output<typeof HistoryQuery>;

export const StreamQuery = z.strictObject({
  token: z.string().optional().meta({ description: 'Credential, where no header can be sent: EventSource' }),
  // Any text is let through: a position that cannot be resumed is answered on the stream, by `reset`.
  last_event_id: z
    .string()
    .optional()
    .meta({ description: 'Resume after this `id:`; the header Last-Event-ID wins' }),
  aggregate_type: AggregateType.optional(),
  event_type: EventType.optional(),
});
export type StreamQuery = z.output<typeof StreamQuery>;

export const StreamTicket = z.object({
  ticket: z.string().meta({ description: 'Opens one stream as its parameter `token`; shown only here' }),
  expires_at: Timestamp,
});
