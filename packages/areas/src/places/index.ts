import { defineArea } from '@wfp/shared';
import { placeAnnouncements } from './announcements.ts';
import { bookingEndpoints } from './bookings/bookings.endpoints.ts';
import { bookings } from './bookings/bookings.resource.ts';
import { bookedPlacesCheck } from './bookings/bookings.store.ts';
import { placeConsequences } from './consequences.ts';
import { places as resource } from './places.resource.ts';

export const places = defineArea({
  name: 'places',
  about:
    'Places of the company, such as countries, offices and rooms, with time zones, holidays and bookings.',
  menu: [
    { key: 'places', label: 'Places', icon: 'map-pin', group: 'company', resource: 'place' },
    {
      key: 'place-bookings',
      label: 'Bookings',
      icon: 'calendar-check',
      group: 'company',
      resource: 'place_booking',
    },
  ],
  declared: [resource, bookings],
  endpoints: bookingEndpoints,
  announcements: placeAnnouncements,
  consequences: placeConsequences,
  checks: [bookedPlacesCheck],
});

export { places as placeResource } from './places.resource.ts';
export {
  findPlaceByPath,
  isLivePlace,
  maxPathLength,
  type PlaceWithParent,
  placePathOf,
  selectPlacesAbove,
  selectPlacesBelow,
  timeZoneOfPlace,
} from './references.store.ts';
