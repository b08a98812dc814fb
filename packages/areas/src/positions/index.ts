import { defineArea, resource } from '@wfp/shared';
import { positionEndpoints } from './positions.endpoints.ts';
import { positionRows } from './positions.store.ts';

export const positions = defineArea({
  name: 'positions',
  resources: [
    resource({
      code: 'position',
      label: 'Positions',
      scopes: ['team'],
      rows: positionRows,
      builtin: { owner: 'M', admin: 'M', hr: 'M', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
    }),
  ],
  endpoints: positionEndpoints,
});

export { noteSeats, requireSeat, seatEvents } from './seats.service.ts';
export { moveTeamPositions } from './team-positions.store.ts';
