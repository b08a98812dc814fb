import { defineEvents } from '@wfp/shared';

const ofTeam = { aggregate: 'team', record: 'the team', recordName: 'the name of the team' };

/** Events in addition to those of the resource (create, update, archive, restore). */
export const teamEvents = defineEvents(ofTeam, {
  'team.moved': 'The parent of a team was changed or removed. Emitted in addition to team.post_update.',
  'team.merged':
    'A team was merged into another, to which its linked records moved. Emitted in addition to team.post_archive.',
});
