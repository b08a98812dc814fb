import { defineResource, field } from '@wfp/shared';
import { Id, Line, Timestamp } from '@wfp/shared/contract';
import { places } from '../places.resource.ts';
import { checkBookedBy, checkRestored, checkTimes } from './bookings.hooks.ts';
import { endsAfter, startsBefore } from './bookings.store.ts';

const rightsOfMembers = 'R CUA@own';

export const bookings = defineResource({
  code: 'place_booking',
  noun: ['booking', 'bookings'],
  label: 'Bookings of places',
  path: '/bookings',
  model: 'PlaceBooking',
  table: 'place_bookings',
  recordName: 'title',
  // Bookings of a place are written one after the other, so that each finds the booking in its way.
  parent: { of: places, field: 'place_id', writeRight: 'read', lock: 'no key update' },
  subject: { users: ['booked_by'] },
  scopes: ['own'],
  owners: { users: ['booked_by'] },
  builtin: {
    ...{ owner: 'M', admin: 'M', hr: 'RCUA', manager: rightsOfMembers, employee: rightsOfMembers },
    ...{ viewer: 'R', auditor: 'R' },
  },
  fields: {
    title: field(Line(200).nullable(), { search: true, sort: 'text' }),
    starts_at: field(Timestamp, { required: true, sort: 'value', pgType: 'timestamptz' }),
    ends_at: field(Timestamp.meta({ description: 'The first moment after the booking' }), {
      ...{ required: true, sort: 'value', pgType: 'timestamptz' },
    }),
    booked_by: field(Id.meta({ description: 'The user for whom the place is booked; default: the caller' }), {
      filter: true,
      references: 'users',
      initial: (caller) => caller.user_id,
    }),
  },
  sort: 'starts_at',
  example: { title: 'Planning', starts_at: '2027-03-01T09:00:00Z', ends_at: '2027-03-01T10:00:00Z' },
  filters: {
    from: {
      query: Timestamp.meta({ description: 'Only bookings that end after this time' }),
      where: (time: string, _, alias) => endsAfter(new Date(time), alias),
    },
    to: {
      query: Timestamp.meta({ description: 'Only bookings that start before this time' }),
      where: (time: string, _, alias) => startsBefore(new Date(time), alias),
    },
  },
  summaries: {
    list: 'List the bookings of a place',
    create: 'Book a place',
    archive: 'Cancel a booking',
    restore: 'Restore a cancelled booking',
  },
  meanings: {
    create: 'A place was booked.',
    update: 'A booking of a place was changed.',
    archive: 'A booking of a place was cancelled.',
    restore: 'A cancelled booking of a place was restored.',
  },
  hooks: { beforeLock: checkRestored, beforeWrite: checkTimes, afterWrite: checkBookedBy },
});
