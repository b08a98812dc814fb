import { defineArea } from '@wfp/shared';
import { positions as declared } from './position.resource.ts';
import { positionEndpoints } from './positions.endpoints.ts';
import { positionEvents } from './positions.events.ts';

export const positions = defineArea({
  name: 'positions',
  about: 'Positions and who holds them.',
  declared: [declared],
  endpoints: positionEndpoints,
  events: positionEvents,
});

export { positions as positionRows } from './position.resource.ts';
export { giveRoleOfSeat, noteSeats, requireSeat, seatEvents } from './seats.service.ts';
