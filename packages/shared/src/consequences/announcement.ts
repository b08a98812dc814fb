/**
 * A message about a change, which an area announces within the transaction of that change. It is not an event: it is
 * not stored and never leaves the process. Events record changes; announcements run the consequences in other areas.
 */
export interface Announcement<Payload = never> {
  /** The record and the change, made or about to be made: `employee.left`, `team.closing`. */
  readonly name: string;
  readonly payload?: Payload;
}

/** An announcement with its payload's type erased. */
export type AnyAnnouncement = Pick<Announcement, 'name'>;

/**
 * Declares an announcement. Must be in `announcements.ts` of the area, which other areas may import in addition to
 * `index.ts`.
 */
export function defineAnnouncement<Payload>(name: `${string}.${string}`): Announcement<Payload> {
  return { name };
}

/**
 * The entry of an announcement in a caller's `emits`. The prefix is needed because announcements and event types may
 * have the same name.
 */
export const announcementPermit = ({ name }: AnyAnnouncement): string => `announce ${name}`;

/** An endpoint, lane or import, which can write events and make announcements. */
export interface Emitter {
  emits?: readonly string[];
  announces?: readonly AnyAnnouncement[];
}

/** An emitter with a hook that runs before its write, whose reviewers may also write events. */
export interface ReviewedEmitter extends Emitter {
  review?: { hook: string };
}
