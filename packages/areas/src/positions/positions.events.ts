import { defineEvents } from '@wfp/shared';

const ofPosition = { aggregate: 'position', record: 'the position', recordName: 'the title of the position' };

/** Besides those of its rows. */
export const positionEvents = defineEvents(ofPosition, {
  'position.opened': 'A position is open: its seats may be given. A new one may be open from the start.',
  'position.frozen': 'A position was frozen: no seat is given until it is opened again.',
  'position.closed': 'A position was closed; nobody holds it.',
  'position.vacated': 'The last holder of a position has left it.',
});
