import { defineEvents } from '@wfp/shared';

const ofTeam = { aggregate: 'team', record: 'the team', recordName: 'the name of the team' };

/** Besides those of its rows. */
export const teamEvents = defineEvents(ofTeam, {
  'team.moved': 'A team has another team above it, or none; in addition to team.post_update.',
  'team.merged':
    'A team was merged into another one, which took what it had; in addition to team.post_archive.',
});
