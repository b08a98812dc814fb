import { defineArea } from '@wfp/shared';
import { teamAnnouncements } from './announcements.ts';
import { teamConsequences } from './consequences.ts';
import { teams as declared } from './rows/team.resource.ts';
import { teamEndpoints } from './rows/teams.endpoints.ts';
import { teamEvents } from './rows/teams.events.ts';

export const teams = defineArea({
  name: 'teams',
  about: 'Teams, the tree they make, and their members.',
  declared: [declared],
  endpoints: teamEndpoints,
  events: teamEvents,
  announcements: teamAnnouncements,
  consequences: teamConsequences,
});

export { liveTeams, teamOf, teamsOfEmployee } from './references.store.ts';
export { lineageOf } from './rows/lineage.ts';
export { rowsFollowTeam, rowsKeepTeam } from './rows/rows-of-team.store.ts';
export { freeSlug, slugFrom } from './rows/teams.policy.ts';
