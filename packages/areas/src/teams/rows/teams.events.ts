import { defineEvents } from '@wfp/shared';

const ofTeam = { aggregate: 'team', record: 'the team', recordName: 'the name of the team' };

/** Events in addition to those of its rows. */
export const teamEvents = defineEvents(ofTeam, {
  'team.moved': 'A team got another parent or none; in addition to team.post_update.',
  'team.merged':
    'A team was merged into another, which took over its rows; in addition to team.post_archive.',
});
