import { Prisma } from '../db/generated/client.ts';

export interface EventRecord {
  id: number;
  org_id: number;
  aggregate_type: string;
  aggregate_id: number;
  event_type: string;
  payload: unknown;
  occurred_at: Date;
}

/** The people that an event concerns, for visibility checks. Clients do not receive these fields. */
export interface EventVisibility {
  subject_employee_id: number | null;
  subject_team_id: number | null;
  subject_user_ids: number[];
  is_private: boolean;
}

/** A numbered event for streams: the record is already serialized, once for all clients. */
export interface StreamedEvent extends EventVisibility {
  seq: number;
  aggregate_type: string;
  event_type: string;
  record: string;
}

/** The columns of an event record as a select list on alias `e`. */
export const eventRecordColumns = Prisma.sql`e.id::float8 as id, e.org_id, e.aggregate_type, e.aggregate_id,
  e.event_type, e.payload, e.occurred_at`;

/** The columns for visibility checks, on alias `e`. */
export const eventVisibilityColumns = Prisma.sql`e.subject_employee_id, e.subject_team_id, e.subject_user_ids, e.is_private`;

export type LoggedEvent = EventRecord &
  EventVisibility & {
    seq: number;
    /** Set only when the event is numbered, not when it is read from the log; not sent to clients. */
    traceparent?: string | null;
  };

export function toStreamedEvent(row: LoggedEvent): StreamedEvent {
  const { seq, subject_employee_id, subject_team_id, subject_user_ids, is_private, traceparent, ...record } =
    row;
  return {
    seq,
    aggregate_type: record.aggregate_type,
    event_type: record.event_type,
    subject_employee_id,
    subject_team_id,
    subject_user_ids,
    is_private,
    record: JSON.stringify(record),
  };
}
