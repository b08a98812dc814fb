import { defineEvents } from '@wfp/shared';

const ofPosition = { aggregate: 'position', record: 'the position', recordName: 'the title of the position' };

/** Events in addition to those that the resource declares. */
export const positionEvents = defineEvents(ofPosition, {
  'position.vacated': 'The last holder left a position.',
});
