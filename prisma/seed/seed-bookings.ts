import { type DemoApi, required } from './demo-api.ts';
import type { UserKey } from './demo-people.ts';

/** Bookings of rooms; `inDays` from the day of the seed, times in UTC. */
export const bookings: readonly {
  by: UserKey;
  place: string;
  title: string;
  inDays: number;
  from: string;
  to: string;
}[] = [
  { by: 'manager', place: 'Spree', title: 'Planning', inDays: 1, from: '09:00', to: '10:30' },
  { by: 'hr', place: 'Spree', title: 'Interviews', inDays: 1, from: '10:30', to: '12:00' },
  { by: 'employee', place: 'Havel', title: 'Design review', inDays: 2, from: '13:00', to: '14:00' },
];

/** Books rooms, each as the user for whom they are booked. */
export async function seedBookings(as: (key: UserKey) => Promise<DemoApi>, now: Date): Promise<void> {
  const placeIds = await (await as('hr')).known('/places', (place) => place.name);
  for (const { by, place, title, inDays, from, to } of bookings) {
    const api = await as(by);
    const params = { placeId: required(placeIds, place) };
    const known = await api.known('/places/:placeId/bookings', (one) => one.title, params);
    if (known.has(title)) continue;
    const day = new Date(now.getTime() + inDays * 86_400_000).toISOString().slice(0, 10);
    const body = { title, starts_at: `${day}T${from}:00Z`, ends_at: `${day}T${to}:00Z` };
    await api.call('post', '/places/:placeId/bookings', { params, body });
  }
}
