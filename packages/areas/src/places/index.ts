import { defineArea } from '@wfp/shared';
import { placeAnnouncements } from './announcements.ts';
import { placeConsequences } from './consequences.ts';
import { places as resource } from './places.resource.ts';

export const places = defineArea({
  name: 'places',
  about: 'Places of the company, such as countries, offices and rooms, with time zones and holidays.',
  menu: [{ key: 'places', label: 'Places', icon: 'map-pin', group: 'company', resource: 'place' }],
  declared: [resource],
  announcements: placeAnnouncements,
  consequences: placeConsequences,
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
