import { createRecord, type Scenarios } from '../../scenario.ts';

let counter = 0;

export const placeBookingScenarios: Scenarios = {
  'GET /place-bookings': {
    arrange: async (_, by) => {
      counter += 1;
      const room = { name: `Room ${counter}`, kind: 'room', is_bookable: true };
      const id = await createRecord(by, '/places', room);
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      await createRecord(by, `/places/${id}/bookings`, { starts_at: inHours(1), ends_at: inHours(2) });
      return {};
    },
  },
};
