import { defineArea } from '@wfp/shared';
import { positionConsequences } from './consequences.ts';
import { positions as declared } from './position.resource.ts';
import { positionEndpoints } from './positions.endpoints.ts';
import { positionEvents } from './positions.events.ts';

export const positions = defineArea({
  name: 'positions',
  about: 'Positions and their holders.',
  declared: [declared],
  endpoints: positionEndpoints,
  events: positionEvents,
  consequences: positionConsequences,
});

export { positionTitleOf } from './references.store.ts';
