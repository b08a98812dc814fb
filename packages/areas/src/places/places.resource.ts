import { defineResource, field, invalidField, rejectDependents } from '@wfp/shared';
import { Id, Line, TimeZone } from '@wfp/shared/contract';
import { z } from 'zod';
import { placeDeleting } from './announcements.ts';
import { keepBookable } from './bookings/bookings.hooks.ts';
import {
  Address,
  allowedParents,
  Capacity,
  Latitude,
  Longitude,
  placeKinds,
  ShownAddress,
} from './places.contract.ts';
import { inherited } from './places.store.ts';
import { dividesPath } from './references.store.ts';

/** A name that a place already has remains valid. */
function requireUndividedName(before: { name: string } | null, { name }: { name?: string }): void {
  if (name === undefined || name === before?.name || !dividesPath(name)) return;
  throw invalidField('name', 'Must not contain " / " or end with " /", which separates names in a path');
}

type Coordinates = Partial<Record<'lat' | 'lng', number | null>>;

function requireBothCoordinates(before: Coordinates | null, values: Coordinates): void {
  const { lat = null, lng = null } = { ...before, ...values };
  if (lat === null && lng !== null) throw invalidField('lat', 'Required together with lng');
  if (lng === null && lat !== null) throw invalidField('lng', 'Required together with lat');
}

export const places = defineResource({
  code: 'place',
  noun: ['place', 'places'],
  label: 'Places',
  path: '/places',
  model: 'Place',
  table: 'places',
  recordName: 'name',
  builtin: { owner: 'M', admin: 'M', hr: 'RCUA', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    kind: field(z.enum(placeKinds), { required: true, filter: true, sort: 'value' }),
    address: field(Address, { pgType: 'jsonb', shown: ShownAddress }),
    time_zone: field(TimeZone.nullable().meta({ description: 'IANA time zone; null: that of the parent' }), {
      shown: z.string().nullable(),
    }),
    holiday_calendar_id: field(
      Id.nullable().meta({ description: 'The holidays of the place; null: those of the parent' }),
      { references: 'holiday_calendars' },
    ),
    capacity: field(Capacity, { filter: true, sort: 'value' }),
    is_bookable: field(z.boolean(), { filter: true }),
    lat: field(Latitude, { pgType: 'float8' }),
    lng: field(Longitude, { pgType: 'float8' }),
  },
  computed: {
    effective_time_zone: {
      schema: z.string().nullable().meta({
        description:
          'The time zone of the place or of the nearest place above that has one; null if none has',
      }),
      sql: inherited('time_zone'),
    },
    effective_holiday_calendar_id: {
      schema: Id.nullable().meta({
        description: 'The calendar of the place or of the nearest place above that has one; null if none has',
      }),
      sql: inherited('holiday_calendar_id'),
    },
  },
  sort: 'name',
  hooks: {
    beforeWrite: async (step) => {
      requireUndividedName(step.before, step.values);
      requireBothCoordinates(step.before, step.values);
      return keepBookable(step);
    },
    beforeArchive: {
      announces: [placeDeleting],
      run: ({ tx, before: { id } }) => rejectDependents(tx, placeDeleting, id),
    },
  },
  tree: {
    maxDepth: 7,
    kinds: { field: 'kind', below: allowedParents },
    // Without the effective values: they follow from the places above, which the tree contains.
    shows: ['name', 'kind', 'time_zone', 'holiday_calendar_id', 'capacity', 'is_bookable'],
  },
});
