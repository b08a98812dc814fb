import { defineArea } from '@wfp/shared';
import { places as resource } from './places.resource.ts';

export const places = defineArea({
  name: 'places',
  about: 'Places of the company, such as countries, offices and rooms, with time zones and holidays.',
  declared: [resource],
});
