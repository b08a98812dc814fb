/**
 * A fact that the area which owns it makes known within the transaction in which it becomes true. It is not an event:
 * it is not stored and never leaves the process. Events record what happened; announcements make other areas act.
 */
export interface Announcement<Payload = never> {
  /** `employee.left`: the record, and what happened to it or is about to. */
  readonly name: string;
  readonly payload?: Payload;
}

/** An announcement whose payload does not matter. */
export type AnyAnnouncement = Pick<Announcement, 'name'>;

/** Declares an announcement, in the area's `announcements.ts`: like `index.ts`, other areas may import that file. */
export function defineAnnouncement<Payload>(name: `${string}.${string}`): Announcement<Payload> {
  return { name };
}

/** An announcement as an entry of a caller's `emits`; announcements and event types may have the same name. */
export const announcementPermit = ({ name }: AnyAnnouncement): string => `announce ${name}`;

/** Code that writes events and makes announcements: an endpoint, a lane or an import. */
export interface Emitter {
  emits?: readonly string[];
  announces?: readonly AnyAnnouncement[];
}
