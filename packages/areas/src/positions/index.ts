import { defineArea } from '@wfp/shared';
import { positionConsequences } from './consequences.ts';
import { positions as declared } from './position.resource.ts';
import { positionEndpoints } from './positions.endpoints.ts';
import { positionEvents } from './positions.events.ts';
import { seatGrantCheck } from './seats/seats.store.ts';

export const positions = defineArea({
  name: 'positions',
  about: 'Positions and their holders.',
  menu: [{ key: 'positions', label: 'Positions', icon: 'briefcase', group: 'people', resource: 'position' }],
  declared: [declared],
  endpoints: positionEndpoints,
  events: positionEvents,
  consequences: positionConsequences,
  checks: [seatGrantCheck],
});

export { positionTitleOf } from './references.store.ts';
