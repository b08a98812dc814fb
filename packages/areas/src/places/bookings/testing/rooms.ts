import type { Client } from '@wfp/testing';

const dayMs = 86_400_000;

const midnight = (Math.floor(Date.now() / dayMs) + 2) * dayMs;

/** The time `hours` after a midnight that is at least a day away. */
export const at = (hours: number): string => new Date(midnight + hours * 3_600_000).toISOString();

/** The time `minutes` from now. */
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

let rooms = 0;

/** Creates a room and returns its id. */
export async function createRoom(by: Client, fields: object = {}): Promise<number> {
  rooms += 1;
  const room = { name: `Room ${rooms}`, kind: 'room', is_bookable: true, ...fields };
  const { status, body } = await by.call('POST', '/places', room);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

/** Calls of the bookings of a room, as one user. */
export function bookingsOf(by: Client, room: number) {
  const path = `/places/${room}/bookings`;
  return {
    book: (from: number, to: number, more: object = {}) =>
      by.call('POST', path, { starts_at: at(from), ends_at: at(to), ...more }),
    post: (body: object) => by.call('POST', path, body),
    change: (id: number, body: object) => by.call('PATCH', `${path}/${id}`, body),
    cancel: (id: number) => by.call('DELETE', `${path}/${id}`),
    restore: (id: number) => by.call('POST', `${path}/${id}/restore`),
    list: (query = '') => by.call('GET', `${path}${query}`),
    get: (id: number) => by.call('GET', `${path}/${id}`),
  };
}
