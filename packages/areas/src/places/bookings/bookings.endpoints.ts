import { endpoint, requirePermission } from '@wfp/shared';
import { bookings } from './bookings.resource.ts';

const { list, query } = bookings.contract;

export const bookingEndpoints = [
  endpoint({
    method: 'get',
    path: '/place-bookings',
    operationId: 'listAllPlaceBookings',
    summary: 'List the bookings of all places',
    details: 'Also requires place:read.',
    can: 'place_booking:read',
    query,
    returns: { 200: list },
    rowRights: bookings.rowRights,
    handler: async ({ caller, query: sent }) => {
      requirePermission(caller, 'place:read', 'to list bookings of all places');
      return bookings.list(caller, sent);
    },
  }),
];
