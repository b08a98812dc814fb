import { phaseOf } from '../db/writes/record.ts';

/** What the events of one kind of record have in common. */
export interface EventSubject {
  /** The `aggregate_type` of the events, and the `record_type` of their context. */
  aggregate: string;
  /** What `aggregate_id` and `record_id` are the id of, as words after "id of": `the task`. */
  record: string;
  /** What `record_name` holds: `the title of the task`. Left out where events do not carry the name. */
  recordName?: string;
  /** Who of the readers of the record sees them, where not all do: `of them only whoever set the reminder`. */
  seenBy?: string;
}

/** A type of event, as its area declares it. */
export interface EventType extends EventSubject {
  type: string;
  /** The `action` of its context: the type without its first word. */
  action: string;
  /** When exactly it is written, in a sentence or two for whoever follows events. */
  meaning: string;
}

const typePattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

/**
 * Declares the event types of one kind of record, each with its meaning. What endpoints, lanes and imports
 * emit must be declared by some area, and once.
 *
 * @throws Error on a name that is none, or a meaning that is no sentence
 */
export function defineEvents(subject: EventSubject, meanings: Readonly<Record<string, string>>): EventType[] {
  return Object.entries(meanings).map(([type, meaning]) => {
    if (!typePattern.test(type)) throw new Error(`Not the name of an event type: ${type}`);
    if (!/^[A-Z].*\.$/.test(meaning)) throw new Error(`What ${type} means is not a sentence: ${meaning}`);
    return { ...subject, type, action: phaseOf(type), meaning };
  });
}
