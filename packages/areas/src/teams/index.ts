import { defineArea } from '@wfp/shared';
import { teams as declared } from './team.resource.ts';
import { teamEndpoints } from './teams.endpoints.ts';
import { teamEvents } from './teams.events.ts';

export const teams = defineArea({
  name: 'teams',
  about: 'Teams, the tree they make, and their members.',
  declared: [declared],
  endpoints: teamEndpoints,
  events: teamEvents,
});

export type { Stay } from './home-team.policy.ts';
export { followHomes, homeTeamEvents, leaveAllTeams, leaveOn, leaveTeam } from './home-team.service.ts';
export {
  archiveSource,
  emptyTeam,
  lockMerger,
  type Merger,
  mergerEvents,
  targetOf,
} from './merger.service.ts';
export { requireReach as requireTeamReach } from './reach.service.ts';
export { type TeamRow, teams as teamRows } from './team.resource.ts';
export { lineageOf } from './team-tree.store.ts';
export { freeSlug, slugFrom } from './teams.policy.ts';
