/**
 * A fact that its area announces within the transaction in which it becomes true. It is not an event: it is not stored
 * and never leaves the process. Events record what happened; announcements make other areas act.
 */
export interface Announcement<Payload = never> {
  /** `employee.left`: the record and the change, past or imminent. */
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
