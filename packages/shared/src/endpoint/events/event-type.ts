import { phaseOf } from '../../db/writes/events/event-rows.ts';

/** Properties shared by all events of one kind of record. */
export interface EventSubject {
  /** The `aggregate_type` of the events, and the `record_type` of their context. */
  aggregate: string;
  /** The noun after "id of" in the documentation of `aggregate_id` and `record_id`: `the task`. */
  record: string;
  /** The content of `record_name`: `the title of the task`. Omitted if events do not contain the name. */
  recordName?: string;
  /**
   * A further resource that the events are about, if it is not the aggregate: readers need its read permission too, in a
   * scope that includes the subjects of the event.
   */
  alsoAbout?: string;
  /** All of its events are private: only the users whom they name see them, and no webhook receives them. */
  isPrivate?: boolean;
  /** Limits visibility among the readers of the record, as the end of a sentence in the catalogue. */
  seenBy?: string;
}

export interface EventType extends EventSubject {
  type: string;
  /** The `action` of its context: the type without its first word. */
  action: string;
  /** Describes the change that emits the event, in one or two sentences for API users. */
  meaning: string;
}

const typePattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

/**
 * Declares the event types of one kind of record, with their meanings. Every emitted type must be declared exactly
 * once.
 *
 * @throws Error on an invalid name, or a meaning that is not a sentence
 */
export function defineEvents(subject: EventSubject, meanings: Readonly<Record<string, string>>): EventType[] {
  return Object.entries(meanings).map(([type, meaning]) => {
    if (!typePattern.test(type)) throw new Error(`Invalid event type: ${type}`);
    if (!/^[A-Z].*\.$/.test(meaning))
      throw new Error(`The meaning of ${type} must be a sentence: ${meaning}`);
    return { ...subject, type, action: phaseOf(type), meaning };
  });
}
